// The input arguments for a visitor's file: a pinned demuxer, allowed decoders, local files only. The protocol list
// alone would not stop a playlist named .mp4 from including another visitor's video (hostile cases §3.1).

/** The allowed demuxers. Playlists, image sequences and concat scripts are excluded. */
const DEMUXERS = ['mov', 'mp4', 'm4a', '3gp', '3g2', 'mj2', 'matroska', 'webm', 'avi', 'flv', 'asf'];

/** The allowed video decoders. Rare decoders have had the memory-safety bugs (hostile cases §3.7). */
export const VIDEO_CODECS: readonly string[] =
  'h264 hevc vp8 vp9 av1 mpeg4 msmpeg4v1 msmpeg4v2 msmpeg4v3 mjpeg wmv1 wmv2 wmv3 vc1 h263 flv1 prores'.split(' ');

/** ffmpeg's decoder names where they differ from the codec names. */
const DECODER_NAMES = ['libdav1d', 'libaom-av1', 'msmpeg4', 'flv', 'libvpx', 'libvpx-vp9'];

/** Sound is not used, but ffprobe opens a decoder for each stream and fails when one is refused. */
const AUDIO_DECODERS = (
  'aac aac_fixed aac_latm mp3 mp3float mp2 mp2float mp1 mp1float opus libopus vorbis libvorbis flac alac ac3 ac3_fixed eac3 ' +
  'dca amrnb amrwb wmav1 wmav2 wmapro wmalossless wmavoice nellymoser speex libspeex pcm_s16le pcm_s16be pcm_s24le pcm_s24be ' +
  'pcm_s32le pcm_s32be pcm_f32le pcm_f32be pcm_u8 pcm_s8 pcm_alaw pcm_mulaw adpcm_ms adpcm_ima_wav adpcm_ima_qt adpcm_swf'
).split(' ');

/** Decoders of cover pictures. */
const COVER_DECODERS = ['png', 'bmp'];

/** Subtitle decoders of the same containers, which ffprobe opens as well. */
const TEXT_DECODERS = ['mov_text', 'text', 'srt', 'subrip', 'webvtt', 'ass', 'ssa'];

const ALLOWED_DECODERS = [...VIDEO_CODECS, ...DECODER_NAMES, ...AUDIO_DECODERS, ...COVER_DECODERS, ...TEXT_DECODERS];

/** Pictures larger than this are refused before they are decoded: 7680×4320. */
export const MAX_PICTURE_PX = 33_177_600;

/** The largest single allocation: an index of a few bytes can claim gigabytes. */
const MAX_ALLOCATION_BYTES = 268_435_456;

/** The options that make opening a visitor's file safe. They precede the `-i` that they apply to. */
const GUARDS: readonly string[] = [
  ...['-protocol_whitelist', 'file'],
  ...['-format_whitelist', DEMUXERS.join(',')],
  ...['-codec_whitelist', ALLOWED_DECODERS.join(',')],
  ...['-max_pixels', String(MAX_PICTURE_PX)],
  ...['-max_alloc', String(MAX_ALLOCATION_BYTES)],
];

/** Disables the mov demuxer's references to other files. Other demuxers do not accept these options. */
const MOV_GUARDS: readonly string[] = ['-enable_drefs', '0', '-use_absolute_path', '0'];

/** The arguments that open a file whose container is not known yet. */
export function unknownInputArgs(path: string): string[] {
  return [...GUARDS, '-i', `file:${path}`];
}

/** The arguments that open a file with a pinned demuxer and further input options. */
export function inputArgs(path: string, demuxer: string, options: readonly string[] = []): string[] {
  const guards = demuxer === 'mov' ? [...GUARDS, ...MOV_GUARDS] : GUARDS;
  return [...guards, '-f', demuxer, ...options, '-i', `file:${path}`];
}

/** ffprobe prints all names of a demuxer ("mov,mp4,m4a,…"); the first one is pinned. */
export function demuxerOf(formatName: string): string | null {
  const [first] = formatName.split(',');
  return first !== undefined && DEMUXERS.includes(first) ? first : null;
}

import { parse } from 'content-disposition';
import { describe, expect, it } from 'vitest';
import { attachmentHeader, safeVideoName } from '#server/http/calls/merges.ts';

describe('the name of a download', () => {
  it.each([
    ['golf_swing_comparison_0.5x_2026-01-31.mp4', 'golf_swing_comparison_0.5x_2026-01-31.mp4'],
    ['Ann’s swing.mp4', 'Ann’s swing.mp4'],
    ['no ending', 'no ending.mp4'],
    ['UPPER.MP4', 'UPPER.mp4'],
    ['twice.mp4.mp4', 'twice.mp4'],
    ['swing.exe', 'swing.exe.mp4'],
    ['日本のスイング.mp4', '日本のスイング.mp4'],
    ['hole ⛳️ in one 🏌️.mp4', 'hole ⛳️ in one 🏌️.mp4'],
    ['a\r\nSet-Cookie: x=1', 'a_Set-Cookie_ x=1.mp4'],
    ['"; filename="evil.exe', 'filename=_evil.exe.mp4'],
    ['../../etc/passwd', 'etc_passwd.mp4'],
    ['C:\\Windows\\x', 'C_Windows_x.mp4'],
    ['nul\0byte', 'nul_byte.mp4'],
    ['\u202egpj.exe', 'gpj.exe.mp4'],
    ['\ud800lone', 'lone.mp4'],
    ['CON', '_CON.mp4'],
    ['com1.mp4', '_com1.mp4'],
    ['console', 'console.mp4'],
    ['50%41', '50_41.mp4'],
    ['.hidden', 'hidden.mp4'],
    ['dots...', 'dots.mp4'],
    ['.mp4', 'comparison.mp4'],
    ['', 'comparison.mp4'],
    ['///', 'comparison.mp4'],
  ])('%j becomes %j', (requested, name) => {
    expect(safeVideoName(requested)).toBe(name);
  });

  it('is short enough for every file system, without half a character at its end', () => {
    expect(safeVideoName('é'.repeat(5000))).toBe(`${'é'.repeat(90)}.mp4`);
    const cjk = safeVideoName('日'.repeat(5000));
    expect(Buffer.byteLength(cjk)).toBeLessThanOrEqual(255);
    expect(safeVideoName('🏌'.repeat(500)).isWellFormed()).toBe(true);
  });
});

describe('the header of a download', () => {
  it('names the file in ASCII and in full', () => {
    expect(attachmentHeader('Müller 日.mp4')).toBe(
      `attachment; filename="Muller _.mp4"; filename*=UTF-8''M%C3%BCller%20%E6%97%A5.mp4`,
    );
  });

  it.each(['a(1)*!.mp4', 'x=1, y.mp4', 'plain.mp4'])('can be read back: %s', (name) => {
    expect(parse(attachmentHeader(name))).toEqual({ type: 'attachment', parameters: { filename: name } });
  });

  it.each([safeVideoName('a\r\nb"c\\d'), safeVideoName('🏌️'), safeVideoName('é'.repeat(300))])(
    'is one line that a header may hold: %s',
    (name) => {
      expect(() => new Headers({ 'content-disposition': attachmentHeader(name) })).not.toThrow();
      expect(attachmentHeader(name)).toMatch(/^attachment; filename=[\x20-\x7e]+$/);
      expect(parse(attachmentHeader(name)).parameters.filename).toBe(name);
    },
  );
});

// Follows deploy/Dockerfile in bare machines, as a container engine would: the same stages, copies and commands. It knows
// the instructions that the file uses and refuses others.
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { type BareMachine, bareMachine } from './bare-machine.ts';

const PROJECT_ROOT = join(import.meta.dirname, '../..');
const DOCKERFILE = join(PROJECT_ROOT, 'deploy/Dockerfile');
/** Where a machine holds the project's files for COPY. */
const CONTEXT = '/srv/build-context';

/** A built image. */
export interface ContainerImage {
  readonly machine: BareMachine;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** The command that a container runs when it gets no arguments. */
  readonly entrypoint: readonly string[];
}

interface Stage extends ContainerImage {
  readonly name: string;
}

/** Builds the image; the stages before the last are removed. */
export async function buildImage(): Promise<ContainerImage> {
  const stages: Stage[] = [];
  for (const [keyword, text] of await instructions()) {
    const stage = stages.at(-1);
    if (keyword === 'FROM') stages.push(await newStage(text));
    else if (stage) stages.splice(-1, 1, await followed(stage, keyword, text, stages));
  }
  const image = stages.pop();
  if (!image) throw new Error('The Dockerfile has no stage');
  for (const { machine } of stages) await machine.remove();
  return image;
}

/** The instructions with their text; continued lines are joined, comments left out. */
async function instructions(): Promise<(readonly [keyword: string, text: string])[]> {
  const text = await readFile(DOCKERFILE, 'utf8');
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n');
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => [line.split(' ')[0] ?? '', line.replace(/^\S+\s+/, '')]);
}

async function newStage(text: string): Promise<Stage> {
  const [, base = '', name = ''] = /^(\S+)(?: AS (\w+))?$/.exec(text) ?? [];
  if (base !== 'node:24-bookworm-slim') throw new Error(`There is no bare machine like ${base}`);
  const machine = await bareMachine(24);
  await machine.clone(CONTEXT, 'root');
  // The image's account.
  await machine.must(['usermod', '--login', 'node', 'golfer']);
  return { name, machine, folder: '/', env: {}, entrypoint: [] };
}

async function followed(stage: Stage, keyword: string, text: string, stages: readonly Stage[]): Promise<Stage> {
  const { machine, folder, env } = stage;
  switch (keyword) {
    case 'WORKDIR':
      await machine.must(['mkdir', '-p', text]);
      return { ...stage, folder: text };
    case 'RUN':
      await machine.must(['/bin/sh', '-c', text], { folder, env });
      return stage;
    case 'COPY':
      await copyInto(stage, text, stages);
      return stage;
    case 'ENV':
      return { ...stage, env: { ...env, ...Object.fromEntries(text.split(/\s+/).map((pair) => pair.split('='))) } };
    case 'ENTRYPOINT':
      return { ...stage, entrypoint: JSON.parse(text) as string[] };
    case 'USER':
    case 'VOLUME':
    case 'EXPOSE':
    case 'HEALTHCHECK':
      return stage;
    default:
      throw new Error(`${keyword} is not followed`);
  }
}

async function copyInto({ machine, folder }: Stage, text: string, stages: readonly Stage[]): Promise<void> {
  const [, from] = /--from=(\w+)/.exec(text) ?? [];
  const words = text.split(/\s+/).filter((word) => !word.startsWith('--'));
  const [target = '', ...sources] = [words.at(-1), ...words.slice(0, -1)];
  const giver = from === undefined ? machine : stages.find(({ name }) => name === from)?.machine;
  if (!giver) throw new Error(`There is no stage ${from}`);
  const to = join(machine.root, resolve(folder, target));
  for (const source of sources) {
    const path = join(giver.root, from === undefined ? join(CONTEXT, source) : source);
    const { stdout: kind } = await execa('stat', ['-c', '%F', path]);
    // A folder's contents are copied, a file goes into a folder if the target is one.
    const isFolder = kind === 'directory';
    await execa('mkdir', ['-p', isFolder ? to : target.endsWith('/') ? to : join(to, '..')]);
    await execa('cp', ['-a', isFolder ? `${path}/.` : path, to]);
  }
}

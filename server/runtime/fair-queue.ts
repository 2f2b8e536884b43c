// Decides which task runs next: fair between networks, then between the visitors of a network, then first come, first
// served. One task per visitor runs at a time, and a network leaves a slot to the others. Starts nothing itself.
import type { Client } from './client-network.ts';

export interface QueuedTask extends Client {
  readonly id: string;
}

/** A queue for a number of slots. A task counts as running from `take` to `end`. */
export class FairQueue<Task extends QueuedTask> {
  readonly #maxRunningOfNetwork: number;
  #waiting: Task[] = [];
  readonly #running = new Map<string, Task>();
  /** The turn in which each visitor and network was last served: the least recently served goes first. */
  readonly #lastTurns = { visitorId: new Map<string, number>(), network: new Map<string, number>() };
  #turn = 0;

  constructor(slots: number) {
    this.#maxRunningOfNetwork = Math.max(1, slots - 1);
  }

  get size(): number {
    return this.#waiting.length;
  }

  add(task: Task): void {
    this.#waiting.push(task);
  }

  /** Takes the next task that may run; undefined when there is none. */
  take(): Task | undefined {
    const visitors = countBy(this.#running.values(), 'visitorId');
    const networks = countBy(this.#running.values(), 'network');
    const next = this.order().find(
      ({ visitorId, network }) => !visitors.has(visitorId) && (networks.get(network) ?? 0) < this.#maxRunningOfNetwork,
    );
    if (!next) return undefined;
    this.#waiting = this.#waiting.filter((task) => task !== next);
    this.#running.set(next.id, next);
    this.#turn += 1;
    this.#lastTurns.visitorId.set(next.visitorId, this.#turn);
    this.#lastTurns.network.set(next.network, this.#turn);
    return next;
  }

  /** Marks a taken task as ended. */
  end(task: Task): void {
    this.#running.delete(task.id);
    this.#forgetIfDone(task);
  }

  /** Removes a waiting task; false when it is not waiting. */
  remove(task: Task): boolean {
    const before = this.#waiting.length;
    this.#waiting = this.#waiting.filter((other) => other !== task);
    this.#forgetIfDone(task);
    return this.#waiting.length < before;
  }

  /** How many tasks of a visitor wait or run. */
  countOf(visitorId: string): number {
    return [...this.#running.values(), ...this.#waiting].filter((task) => task.visitorId === visitorId).length;
  }

  waitingOf(network: string): Task[] {
    return this.#waiting.filter((task) => task.network === network);
  }

  /** The waiting tasks in the order in which they will run: the first of each network before the second of any. */
  order(): Task[] {
    const byVisitor = this.#ranked(this.#waiting, 'visitorId');
    return this.#ranked(byVisitor, 'network');
  }

  /** Sorts tasks so that each group's first comes before any group's second. Running tasks count as earlier ones. */
  #ranked(tasks: readonly Task[], group: 'visitorId' | 'network'): Task[] {
    const seen = countBy(this.#running.values(), group);
    const ranked = tasks.map((task) => {
      const rank = seen.get(task[group]) ?? 0;
      seen.set(task[group], rank + 1);
      return { task, rank, lastTurn: this.#lastTurns[group].get(task[group]) ?? 0 };
    });
    // The sort is stable: ties keep their order.
    ranked.sort((a, b) => a.rank - b.rank || a.lastTurn - b.lastTurn);
    return ranked.map(({ task }) => task);
  }

  /** Frees the turns of clients without tasks. */
  #forgetIfDone({ visitorId, network }: Task): void {
    const tasks = [...this.#running.values(), ...this.#waiting];
    if (!tasks.some((task) => task.visitorId === visitorId)) this.#lastTurns.visitorId.delete(visitorId);
    if (!tasks.some((task) => task.network === network)) this.#lastTurns.network.delete(network);
  }
}

function countBy<Task extends QueuedTask>(tasks: Iterable<Task>, group: 'visitorId' | 'network'): Map<string, number> {
  const counts = new Map<string, number>();
  for (const task of tasks) counts.set(task[group], (counts.get(task[group]) ?? 0) + 1);
  return counts;
}

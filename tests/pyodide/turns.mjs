/** A wait that is long enough on a busy machine: it is split into turns of Node's event loop, which run everything due. */

const TURNS = 20;
const { setTimeout: real } = globalThis;

/** Wait at least this many milliseconds, split into many turns. @param {number} [time] */
export async function turns(time = 0) {
  for (let taken = 0; taken < TURNS; taken++) await new Promise((resolve) => real(resolve, time / TURNS));
}

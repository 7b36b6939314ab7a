/** Waiting that a busy machine doesn't shorten: in turns of Node's event loop, each of which runs everything due. */

const TURNS = 20;
const { setTimeout: real } = globalThis;

/** Wait at least this many milliseconds, in many turns. @param {number} [time] */
export async function turns(time = 0) {
  for (let taken = 0; taken < TURNS; taken++) await new Promise((resolve) => real(resolve, time / TURNS));
}

/** Waiting that a busy machine doesn't cut short: in turns of Node's loop, each of which lets all that is due happen. */

const TURNS = 20;
const { setTimeout: real } = globalThis;

/** Waits at least so many milliseconds, in many turns. @param {number} [time] */
export async function turns(time = 0) {
  for (let taken = 0; taken < TURNS; taken++) await new Promise((resolve) => real(resolve, time / TURNS));
}

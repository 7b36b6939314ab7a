/** Type declarations for the third-party scripts that the build copies next to ours. */
declare module "*/idiomorph.esm.js" {
  export const Idiomorph: {
    morph(current: Element, next: Element, how: {
      morphStyle: "outerHTML" | "innerHTML";
      callbacks?: { beforeNodeMorphed?(old: Node, fresh: Node): boolean };
    }): void;
  };
}

declare module "*/ts-fsrs.js" {
  interface Card {
    due: Date;
    stability: number;
  }
  export const Rating: { Again: 1; Hard: 2; Good: 3; Easy: 4 };
  export function createEmptyCard(now: Date): Card;
  export function fsrs(how: {
    request_retention: number;
    maximum_interval: number;
    enable_fuzz: boolean;
    enable_short_term: boolean;
    learning_steps: string[];
    relearning_steps: string[];
  }): { next(card: Card, now: Date, grade: 1 | 2 | 3 | 4): { card: Card } };
}

declare module "*/glicko2-lite.js" {
  export default function rate(
    rating: number, rd: number, vol: number, opponents: [rating: number, rd: number, score: number][], how?: { rating?: number },
  ): { rating: number; rd: number; vol: number };
}

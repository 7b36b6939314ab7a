/** The scripts of others that the build puts beside ours. */
declare module "*/idiomorph.esm.js" {
  export const Idiomorph: {
    morph(current: Element, next: Element, how: {
      morphStyle: "outerHTML" | "innerHTML";
      callbacks?: { beforeNodeMorphed?(old: Node, fresh: Node): boolean };
    }): void;
  };
}

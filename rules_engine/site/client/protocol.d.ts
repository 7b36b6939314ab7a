/** The messages between page and engine, generated from the engine by `python -m rules_engine.site.client_types`. */

export {};

declare global {
  type ScenarioKind = "example" | "quiz" | "puzzle" | "practice";

  interface CardRuling {
    legal: boolean | null;
    why: string;
  }

  interface CheckAnswer {
    faults: LineMessage[];
    rewritten?: string;
    content?: FigureContent;
    lines?: number[];
  }

  interface CheckMessage {
    do: "check";
    text: string;
  }

  interface CompleteAnswer {
    typed: string;
    options: WrittenOption[];
  }

  interface CompleteMessage {
    do: "complete";
    before: string;
    after: string;
    game: string;
  }

  interface DoMessage {
    links?: SentLinks;
    words?: Record<string, string>;
    save: string;
    level?: string;
    taught?: string[];
    op: "do";
    do: string;
    value?: string;
    seed?: number;
    picked?: string;
    doubts?: boolean;
  }

  interface DraftMessage {
    links?: SentLinks;
    words?: Record<string, string>;
    op: "draft";
    do: string;
    text?: string;
    before?: string;
    after?: string;
    game?: string;
    modules?: Record<string, string>;
  }

  interface EnteredTrick {
    leader: number;
    cards: string[];
  }

  interface EvidenceJson {
    seat?: string;
    card?: string;
    instead?: string;
  }

  interface FaultAnswer {
    error: string;
    kind: "damaged" | "unknown" | "fault";
  }

  interface FieldCondition {
    key: string;
    answers: (number | string)[];
  }

  interface FieldLimit {
    key: string;
    of: string;
    times: number;
  }

  interface FieldOption {
    value: number | string;
    label: string;
    html?: string;
    seats: number[];
  }

  interface FieldSum {
    keys: string[];
    total: number;
    what: string;
    exact: boolean;
  }

  interface FigureContent {
    kind: ScenarioKind;
    called: string;
    title: string;
    source: ScenarioJson;
    steps: FigureStep[];
    colours?: string | null;
  }

  interface FigureStep {
    html: string;
    say: string;
    kind?: string;
    like?: string;
    rules?: string[];
    shows?: string[];
    lost?: Record<string, number>;
  }

  interface FillAnswer {
    text: string;
    added: LineMessage[];
    fault: string;
  }

  interface FillMessage {
    do: "fill";
    text: string;
  }

  interface FormField {
    key: string;
    label: string;
    html?: string;
    when: FieldCondition[];
    options?: FieldOption[];
    who?: number[][];
    least?: number;
    most?: number;
  }

  interface HandAnswer {
    html: string;
    say: string;
    focus: string;
    picked: string;
    save: string;
    side: string;
    hand: number;
    over: boolean;
    finished: boolean;
    running: boolean;
    waiting: boolean;
    turn: boolean;
    back: boolean;
    dealt?: boolean;
    thinking?: "hint" | "review" | "judge" | "ponder" | "";
    doubt?: boolean;
  }

  interface LineMessage {
    line: number;
    message: string;
  }

  interface MissingPartAnswer {
    needs: "words" | "modules";
  }

  interface MoveButton {
    move: string;
    html: string;
    legal: boolean | null;
    why: string;
  }

  interface NewPuzzleAnswer {
    scenario: ScenarioJson | null;
    title?: string;
    html?: string;
  }

  interface NewPuzzleMessage {
    links?: SentLinks;
    words?: Record<string, string>;
    game: string;
    seed: number;
    variant?: string | null;
    players?: number | null;
    options?: Record<string, string> | null;
    op: "newpuzzle";
    attempt: number;
  }

  interface OwnPuzzleMessage {
    links?: SentLinks;
    words?: Record<string, string>;
    save: string;
    level?: string;
    taught?: string[];
    op: "ownpuzzle";
    place: number;
  }

  interface PictureAnswer {
    svg: string;
    name: string;
  }

  interface PictureMessage {
    links?: SentLinks;
    words?: Record<string, string>;
    op: "picture";
    theme: string;
    save?: string;
    level?: string;
    scenario?: ScenarioJson;
    step?: number;
    moves?: string[];
  }

  interface PracticeMessage {
    links?: SentLinks;
    words?: Record<string, string>;
    game: string;
    seed: number;
    variant?: string | null;
    players?: number | null;
    options?: Record<string, string> | null;
    op: "practice";
    setup?: Record<string, unknown> | null;
    level?: string;
    taught?: string[];
  }

  interface PuzzleAnswer {
    html: string;
    say: string;
    focus: string;
    picked: string;
    moves: string[];
    explored: string[] | null;
    wrong: boolean;
    over: boolean;
    help: number;
    hints: number;
  }

  interface PuzzleInfoJson {
    natural?: string;
    shown?: EvidenceJson;
    key?: EvidenceJson;
    threat?: EvidenceJson;
    missed?: Record<string, number>;
    critical?: number;
    tempting?: number;
    retired?: boolean;
    plan?: string;
    why_not?: Record<string, string>;
    idea: string;
    rating: number;
  }

  interface PuzzleMessage {
    links?: SentLinks;
    words?: Record<string, string>;
    scenario: ScenarioJson;
    moves?: string[];
    do?: string;
    value?: string;
    picked?: string;
    op: "puzzle";
    explored?: string[] | null;
    hints?: number;
  }

  interface QuizAnswer {
    html: string;
    say: string;
    title: string;
    focus: string;
    rules: string[];
    shows: string[];
  }

  interface QuizMessage {
    links?: SentLinks;
    words?: Record<string, string>;
    game: string;
    seed: number;
    variant?: string | null;
    players?: number | null;
    options?: Record<string, string> | null;
    op: "quiz";
    kind: string;
    rules?: string[];
    taught?: string[];
    scenario?: ScenarioJson;
  }

  interface RecordAnswer {
    text: string;
    name: string;
    say: string;
  }

  interface RecordMessage {
    links?: SentLinks;
    words?: Record<string, string>;
    op: "record";
    kind: string;
    save?: string;
    level?: string;
    scenario?: ScenarioJson;
    step?: number;
    moves?: string[];
  }

  interface RefereeAnswer {
    html: string;
    say: string;
    certain: boolean;
    whole: boolean;
    moves: string[];
    seats: (number | null)[];
    won: number[];
    next: number | null;
    impossible: number | null;
    missing: string[];
    ways: Record<string, MoveButton[]>;
    carried: Record<string, string[]>;
    cards: Record<string, CardRuling>;
    calls: MoveButton[];
    exported: string;
  }

  interface RefereeMessage {
    links?: SentLinks;
    words?: Record<string, string>;
    op: "referee";
    game: string;
    variant?: string | null;
    players?: number | null;
    options?: Record<string, string> | null;
    tool: "trick" | "turn";
    phase?: string;
    seats?: string[];
    entered: Record<string, string[]>;
    rows: string[];
    leader: number;
    cards: string[];
    tricks?: EnteredTrick[];
    hand?: string[];
    calls?: string[];
    export?: "practice" | "file" | "score";
  }

  interface ResumeMessage {
    links?: SentLinks;
    words?: Record<string, string>;
    save: string;
    level?: string;
    taught?: string[];
    op: "resume";
    friend?: boolean;
  }

  interface ScenarioJson {
    variant?: string;
    players?: number;
    kind?: ScenarioKind;
    goal?: string;
    puzzle?: PuzzleInfoJson;
    title?: string;
    intro?: string;
    options?: Record<string, string>;
    rules?: string[];
    format: number;
    game: string;
    setup: Record<string, unknown>;
    script: Record<string, unknown>[];
  }

  interface ScoreAnswer {
    hands: ScoredHand[];
    dealer: number | null;
    leads: number | null;
    consequences: ScoreSentence[];
    facts: string[][];
    over: boolean;
    winners: number[];
  }

  interface ScoreChoice {
    variant: string;
    called: string;
    options: Record<string, string>;
    seats: string[];
    names: string[];
    sides: number[][];
    unit: string;
    forms: number[];
  }

  interface ScoreForm {
    asks: FormField[];
    sums: FieldSum[];
    shares: FieldLimit[];
  }

  interface ScoreLine {
    label: string;
    means: string;
    rule: string;
    points: number[];
  }

  interface ScoreMessage {
    links?: SentLinks;
    words?: Record<string, string>;
    op: "score";
    game: string;
    variant?: string | null;
    players?: number | null;
    options?: Record<string, string> | null;
    seats?: string[];
    dealer: number;
    hands: (Record<string, number | string | number[]>)[];
  }

  interface ScoreOffer {
    game: string;
    name: string;
    links: SentLinks;
    options: Record<string, string>;
    choices: ScoreChoice[];
    forms: ScoreForm[];
  }

  interface ScoreSentence {
    text: string;
    title: string;
    rule: string;
  }

  interface ScoredHand {
    dealer: number;
    lines: ScoreLine[];
    points: number[];
    totals: number[];
  }

  interface SentLinks {
    game?: string;
    general?: string;
    faces?: string;
    language?: string;
  }

  interface WhatIfAnswer {
    html: string;
    say: string;
    focus: string;
    picked: string;
    moves: string[];
    over: boolean;
  }

  interface WhatIfMessage {
    links?: SentLinks;
    words?: Record<string, string>;
    scenario: ScenarioJson;
    moves?: string[];
    do?: string;
    value?: string;
    picked?: string;
    op: "whatif";
    step: number;
  }

  interface WrittenOption {
    text: string;
    about: string;
    back: number;
  }

  interface Operations {
    practice: { message: PracticeMessage; answer: HandAnswer };
    resume: { message: ResumeMessage; answer: HandAnswer };
    do: { message: DoMessage; answer: HandAnswer };
    whatif: { message: WhatIfMessage; answer: WhatIfAnswer };
    quiz: { message: QuizMessage; answer: QuizAnswer };
    puzzle: { message: PuzzleMessage; answer: PuzzleAnswer };
    newpuzzle: { message: NewPuzzleMessage; answer: NewPuzzleAnswer };
    ownpuzzle: { message: OwnPuzzleMessage; answer: NewPuzzleAnswer };
    record: { message: RecordMessage; answer: RecordAnswer };
    picture: { message: PictureMessage; answer: PictureAnswer };
    referee: { message: RefereeMessage; answer: RefereeAnswer };
    score: { message: ScoreMessage; answer: ScoreAnswer };
    draft: { message: DraftMessage; answer: Drafting[keyof Drafting]["answer"] };
  }

  interface Drafting {
    check: { message: CheckMessage; answer: CheckAnswer };
    fill: { message: FillMessage; answer: FillAnswer };
    complete: { message: CompleteMessage; answer: CompleteAnswer };
  }
}

// The words of GDL that have a meaning of their own, with what an editor says about them. One table for highlighting, completion
// and hover, so that the three never disagree.

export interface Word {
  readonly name: string;
  readonly form: string; // how it is written
  readonly kind: "relation" | "connective" | "constant" | "arrow";
  readonly summary: string; // one line, for the list of completions
  readonly detail: string; // a sentence or two more, for the hover
}

const kWords: readonly Word[] = [
  {
    name: "role",
    form: "(role PLAYER)",
    kind: "relation",
    summary: "names a player",
    detail: "Roles are facts without conditions. Their order in the sheet is the order of the seats.",
  },
  {
    name: "init",
    form: "(init FLUENT)",
    kind: "relation",
    summary: "holds in the first state",
    detail: "Only in heads. The first state is exactly the set of fluents that init gives.",
  },
  {
    name: "true",
    form: "(true FLUENT)",
    kind: "relation",
    summary: "holds in the current state",
    detail: "Only in conditions. What is true comes from init at first and from next afterwards.",
  },
  {
    name: "next",
    form: "(next FLUENT)",
    kind: "relation",
    summary: "will hold in the following state",
    detail: "Only in heads. A fluent that no rule for next keeps is gone: what stays must be said as well.",
  },
  {
    name: "legal",
    form: "(legal ROLE MOVE)",
    kind: "relation",
    summary: "this role may make this move now",
    detail: "Every role needs at least one legal move in every state that is not terminal; noop is the usual name for waiting.",
  },
  {
    name: "does",
    form: "(does ROLE MOVE)",
    kind: "relation",
    summary: "this role makes this move in the current step",
    detail: "Only in conditions, and only where next or sees is decided. legal, goal and terminal may not depend on it.",
  },
  {
    name: "terminal",
    form: "terminal",
    kind: "constant",
    summary: "the game is over in this state",
    detail: "Without arguments. No moves are made in a terminal state; the goals of the roles count there.",
  },
  {
    name: "goal",
    form: "(goal ROLE VALUE)",
    kind: "relation",
    summary: "what the state is worth to a role, 0 to 100",
    detail: "Each role needs exactly one value in every terminal state.",
  },
  {
    name: "base",
    form: "(base FLUENT)",
    kind: "relation",
    summary: "announces a fluent that may occur",
    detail: "Optional. It lists what states can be made of and may not depend on the state.",
  },
  {
    name: "input",
    form: "(input ROLE MOVE)",
    kind: "relation",
    summary: "announces a move that may become legal",
    detail: "Optional. It lists the moves of a role and may not depend on the state.",
  },
  {
    name: "sees",
    form: "(sees ROLE PERCEPT)",
    kind: "relation",
    summary: "what a role perceives after a step (GDL-II)",
    detail: "Only in heads. A sheet with sees has hidden information: a role learns its own moves and its percepts, nothing else.",
  },
  {
    name: "random",
    form: "(role random)",
    kind: "constant",
    summary: "the role of chance (GDL-II)",
    detail: "Each of its legal moves is made with the same probability. It needs no goal.",
  },
  {
    name: "distinct",
    form: "(distinct TERM TERM)",
    kind: "connective",
    summary: "the two terms are not the same",
    detail: "Its variables must get their values from other, positive conditions of the rule.",
  },
  {
    name: "not",
    form: "(not CONDITION)",
    kind: "connective",
    summary: "the condition cannot be derived",
    detail: "Its variables must get their values elsewhere. No relation may depend on its own negation.",
  },
  {
    name: "or",
    form: "(or CONDITION CONDITION ...)",
    kind: "connective",
    summary: "at least one of the conditions holds",
    detail: "The same as one rule for each alternative. A variable of the head must get a value in each of them.",
  },
  {
    name: "and",
    form: "(and CONDITION CONDITION ...)",
    kind: "connective",
    summary: "all of the conditions hold",
    detail: "Only needed inside or and not: the conditions of a rule are joined by and as they stand.",
  },
  {
    name: "<=",
    form: "(<= HEAD CONDITION ...)",
    kind: "arrow",
    summary: "a rule: the head holds if all conditions hold",
    detail: "Several rules may have the same head; one that applies is enough.",
  },
];

const byName = new Map(kWords.map((word) => [word.name, word]));

// Letter case does not matter in GDL.
export function wordOf(name: string): Word | undefined {
  return byName.get(name.toLowerCase());
}

export const gdlWords: readonly Word[] = kWords;

import { For } from "solid-js";
import { Field, SegmentedControl, Select } from "../../ui";
import type { Filters, Players, Sort } from "./filters";

export interface FilterBarProps {
  filters: Filters;
  kinds: readonly { tag: string; count: number }[];
  onChange: (part: Partial<Filters>) => void;
  ref: (form: HTMLFormElement) => void;
}

const kPlayers: { value: Players; label: string }[] = [
  { value: "", label: "Any" },
  { value: "1", label: "1" },
  { value: "2", label: "2" },
  { value: "more", label: "3 and more" },
];

const kSorts: { value: Sort; label: string }[] = [
  { value: "title", label: "Name" },
  { value: "length", label: "Length, short first" },
  { value: "players", label: "Players" },
];

const kFlags = [
  { key: "hidden", label: "Hidden information" },
  { key: "puzzle", label: "Puzzles" },
  { key: "simultaneous", label: "Simultaneous moves" },
] as const;

export function FilterBar(props: FilterBarProps) {
  const kindOptions = () => [
    { value: "", label: "All kinds" },
    ...props.kinds.map(({ tag, count }) => ({ value: tag, label: `${tag} (${count})` })),
  ];
  return (
    <form ref={props.ref} class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <Field
        class="filters__text"
        label="Search"
        type="search"
        placeholder="Name, kind or word"
        value={props.filters.text}
        onInput={(text) => props.onChange({ text })}
      />
      <SegmentedControl label="Players" options={kPlayers} value={props.filters.players} onChange={(players) => props.onChange({ players })} />
      <Select class="filters__kind" label="Kind" value={props.filters.kind} options={kindOptions()} onChange={(kind) => props.onChange({ kind })} />
      <Select
        class="filters__sort"
        label="Sort by"
        value={props.filters.sort}
        options={kSorts}
        onChange={(sort) => props.onChange({ sort: kSorts.find((one) => one.value === sort)?.value ?? "title" })}
      />
      <div class="row filters__flags">
        <For each={kFlags}>
          {(flag) => (
            <button
              type="button"
              class="toggle"
              aria-pressed={props.filters[flag.key]}
              onClick={() => props.onChange({ [flag.key]: !props.filters[flag.key] })}
            >
              {flag.label}
            </button>
          )}
        </For>
      </div>
    </form>
  );
}

// Help: a course in GDL with runnable examples, and pages for players.

import { A, useParams } from "@solidjs/router";
import { For, type JSX, Show } from "solid-js";
import { Page } from "../../ui";
import { isDone } from "./done";
import { ExerciseView } from "./exercise_view";
import { kExercises } from "./exercises";
import "./help.css";
import { HowToPlay } from "./how_to_play";
import type { Lesson } from "./lesson";
import { kLessons } from "./lessons";
import { Strategies } from "./strategies";

interface Chapter {
  readonly slug: string;
  readonly title: string;
  readonly body: () => JSX.Element;
}

const kChapters: readonly Chapter[] = [
  { slug: "how-to-play", title: "How to play here", body: () => <HowToPlay /> },
  { slug: "strategies", title: "Strategies", body: () => <Strategies /> },
];

function Contents() {
  return (
    <nav class="help__contents" aria-label="Help">
      <h2>For players</h2>
      <ul>
        <For each={kChapters}>
          {(chapter) => (
            <li>
              <A href={`/help/${chapter.slug}`} activeClass="help__here">
                {chapter.title}
              </A>
            </li>
          )}
        </For>
      </ul>
      <h2>Writing games</h2>
      <ol>
        <For each={kLessons}>
          {(lesson) => (
            <li>
              <A href={`/help/${lesson.slug}`} activeClass="help__here">
                {lesson.title}
              </A>
              <Show when={isDone(lesson.slug)}>
                <span class="help__done" title="Solved" aria-label="solved">
                  {" "}
                  ✓
                </span>
              </Show>
            </li>
          )}
        </For>
      </ol>
      <h2>For programs</h2>
      <ul>
        <li>
          <a href="/api/openapi.json" rel="external">
            Description of the interface
          </a>
        </li>
      </ul>
      <h2>About this page</h2>
      <ul>
        <li>
          <a href="/third-party-notices.txt" rel="external">
            Licences of the packages in it
          </a>
        </li>
      </ul>
    </nav>
  );
}

function Start() {
  return (
    <>
      <p>
        Agon plays any game whose rules it is given. The rules are written in the Game Description Language; this course teaches it in{" "}
        {kLessons.length} short lessons, with examples that run on this page.
      </p>
      <ol class="help__lessons">
        <For each={kLessons}>
          {(lesson) => (
            <li>
              <A href={`/help/${lesson.slug}`}>{lesson.title}</A>
              <span class="muted"> {lesson.summary}</span>
            </li>
          )}
        </For>
      </ol>
      <p>
        You only want to play? <A href="/help/how-to-play">How to play here</A> takes two minutes. You want to write a game at once? The{" "}
        <A href="/studio">Studio</A> has templates.
      </p>
    </>
  );
}

function LessonView(props: { lesson: Lesson }) {
  const next = () => kLessons[kLessons.indexOf(props.lesson) + 1];
  return (
    <>
      {props.lesson.body()}
      <Show when={kExercises[props.lesson.slug]}>{(exercise) => <ExerciseView slug={props.lesson.slug} exercise={exercise()} />}</Show>
      <p class="help__next">
        <Show when={next()} fallback={<A href="/studio">Now write a game of your own →</A>}>
          {(lesson) => <A href={`/help/${lesson().slug}`}>Next: {lesson().title} →</A>}
        </Show>
      </p>
    </>
  );
}

export default function Help() {
  const params = useParams<{ lesson?: string }>();
  const lesson = () => kLessons.find((each) => each.slug === params.lesson);
  const chapter = () => kChapters.find((each) => each.slug === params.lesson);
  const title = () => lesson()?.title ?? chapter()?.title ?? "Help";

  return (
    <Page title={title()} wide>
      <div class="help">
        <Contents />
        <article class="help__text">
          <Show when={params.lesson && !lesson() && !chapter()}>
            <p role="alert">There is no page “{params.lesson}” here. These are the ones there are:</p>
          </Show>
          <Show when={lesson()} keyed>
            {(each) => <LessonView lesson={each} />}
          </Show>
          <Show when={chapter()} keyed>
            {(each) => each.body()}
          </Show>
          <Show when={!lesson() && !chapter()}>
            <Start />
          </Show>
        </article>
      </div>
    </Page>
  );
}

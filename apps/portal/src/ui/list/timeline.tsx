import { Glyph } from '../glyph.tsx'
import { Moment } from '../moment.tsx'
import { Section } from '../page.tsx'
import type { State } from '../states.ts'

/** Something that happened to an object. */
export interface Happening {
  readonly key: string
  readonly at: string
  readonly state: State
  readonly what: string
  readonly more?: string | null
}

/** What happened to an object, newest first. */
export function Timeline({ title, happenings }: { readonly title: string; readonly happenings: readonly Happening[] }) {
  const newestFirst = happenings.toSorted((one, other) => other.at.localeCompare(one.at))
  return (
    <Section title={title} aside={<span className="hint push">Your time; hover for UTC</span>}>
      <ol className="timeline">
        {newestFirst.map(({ key, at, state, what, more }) => (
          <li key={key}>
            <Glyph state={state} />
            <span className="timeline__what">{what}</span>
            <Moment at={at} isPrecise />
            {more && (
              <span className="timeline__more">
                <bdi>{more}</bdi>
              </span>
            )}
          </li>
        ))}
      </ol>
    </Section>
  )
}

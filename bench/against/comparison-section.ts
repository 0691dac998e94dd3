import type { SectionText } from '../section.ts'
import { ROUNDS } from './turns.ts'

const TITLE = /^Against ([0-9a-f]+): (.+)$/

/** The title of a section that compares this build with that of a commit. */
export const comparisonTitle = (commit: string, title: string): string => `Against ${commit}: ${title}`

/** The comparisons of a section that have figures, by the titles of all sections with figures. */
export const comparisonsOf = (section: SectionText, titles: Iterable<string>): SectionText[] =>
  [...titles].flatMap((title) => {
    const [, commit = '', of] = TITLE.exec(title) ?? []
    return of === section.title ? [{ title, intro: introOf(section, commit), aims: section.aimsAgainst?.[commit] ?? [] }] : []
  })

const introOf = ({ title }: SectionText, commit: string): string =>
  `“${title}” by the bench of this build and by that of commit ${commit}, each in its own checkout; they run in turns on one machine, ${ROUNDS} rounds, medians. ` +
  `The ratio is this build to ${commit}.`

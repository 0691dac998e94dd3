import type { Page } from 'playwright-core'
import { type Answers, broken, type Told } from './answers.ts'

/** What a reader does on a page. */
export type Act = (page: Page) => Promise<unknown>

/** One page in one state. */
export interface Scene {
  /** Below `/dashboard`. */
  readonly path: string
  /** Instead of the common answers. */
  readonly told?: Told
  /** What the reader does first. */
  readonly act?: Act
  /** On phones only. */
  readonly isPhone?: true
}

/** A page of a list with everything that its data can do: be there, be absent, be late, fail. */
export const states = (
  name: string,
  path: string,
  [asked, empty = {}]: readonly [readonly (keyof Answers)[], Told?],
): Record<string, Scene> => ({
  [name]: { path },
  ...(Object.keys(empty).length > 0 && { [`${name}-empty`]: { path, told: empty } }),
  [`${name}-loading`]: { path, told: Object.fromEntries(asked.map((procedure) => [procedure, 'never'])) },
  [`${name}-error`]: { path, told: Object.fromEntries(asked.map((procedure) => [procedure, broken])) },
})

/** Presses buttons one after the other. */
export const click =
  (...names: readonly string[]): Act =>
  async (page) => {
    for (const name of names) await page.getByRole('button', { name, exact: true }).first().click()
  }

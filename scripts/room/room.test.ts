import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readNames } from './names.ts'
import { registered, registrations } from './registrations.ts'
import { filesOf, inWords } from './templates.ts'

const names = readNames(['estimates', 'estimate', 'cancel', 'cancelled'])

test('a verb has a participle of its own or a regular one, and names that are no single words or exist are refused', () => {
  expect(readNames(['tags', 'tag', 'archive']).state).toBe('archived')
  expect(readNames(['tickets', 'ticket', 'close', 'closed']).state).toBe('closed')
  for (const wrong of [[], ['labels'], ['Labels', 'Label', 'archive'], ['my-labels', 'label', 'archive'], ['labels', 'labels', 'archive']])
    expect(() => readNames(wrong)).toThrow('npm run room -- labels label archive')
  expect(() => readNames(['series', 'serie', 'end'])).toThrow('The room series exists.')
})

test('the words of the templates become those of the room in every form, with the article of the noun', () => {
  expect(inWords("labelMachine LabelsPage 'label.archived' Archive label_of_business a label, A new label", names)).toBe(
    "estimateMachine EstimatesPage 'estimate.cancelled' Cancel estimate_of_business an estimate, A new estimate",
  )
})

test('a room is at most fourteen files, at their places by its names, without a word of the templates', () => {
  const files = filesOf(names)
  expect(files.length).toBeLessThanOrEqual(14)
  expect(files.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      'packages/domain/src/estimates/estimate.ts',
      'packages/operations/src/estimates/cancel-estimate.ts',
      'tests/estimates/room.ts',
    ]),
  )
  expect(
    files.filter(({ path, text }) => /label(?!:|=)|archiv/i.test(path + text.replaceAll(/\blabel: '/g, ''))).map(({ path }) => path),
  ).toEqual([])
})

test('a room is a line and an import more in at most six lists, each once', () => {
  const lists = registrations(names)
  expect(lists.length).toBeLessThanOrEqual(6)
  for (const list of lists) {
    const before = readFileSync(join(import.meta.dirname, '../..', list.path), 'utf8')
    const after = registered(before, list)
    expect(after.split('estimatesRoom')).toHaveLength(3)
    expect(after).toContain(`import { estimatesRoom } from '${list.from}'\n`)
    expect(after).toMatch(new RegExp(`const rooms\\b[\\s\\S]*,\\n${list.line}\\n[}\\]]`))
  }
})

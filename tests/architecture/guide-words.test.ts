import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].flatMap(([, word = '']) => word)

test('the guide about payments that go wrong names every decision by the button of the portal', () => {
  const guide = read('apps/api/src/docs/guides/goes-wrong.md')
  const buttons = found(read('apps/portal/src/payments/decision-texts.ts'), /^ {4}open: '(.+)',$/gm)
  expect(buttons).toHaveLength(4)
  expect(buttons.filter((button) => !guide.includes(`**${button}**`))).toEqual([])
  const [place = ''] = found(read('apps/portal/src/home/attention.tsx'), /<Section title="(.+?)"/g)
  expect(guide).toContain(`**${place}**`)
})

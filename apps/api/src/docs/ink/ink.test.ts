import { html } from '@gateway/pages/html'
import { describe, expect, test } from 'vitest'
import { highlight } from './highlight.ts'
import { type Highlighter, threadHighlighter } from './highlighter.ts'
import { type Ink, inked } from './inked.ts'
import type { Language, Role } from './roles.ts'

const rolesOf = async (language: Language, code: string): Promise<Record<string, Role | undefined>> =>
  Object.fromEntries(await highlight({ language, code }))

describe('the colours of code', () => {
  test('give back every character of the text', async () => {
    const samples: [Language, string][] = [
      ['sh', 'export A=$(curl -s "$B/api" \\\n  --json \'{ "a": 1 }\') # c\n\n'],
      ['js', "const a = { b: 'c' } // d\nawait f(a)"],
      ['py', 'import os\n\nif a:\n    f(b="c", d=None)  # e'],
      ['json', '{ "a": [1, true, null, "b"] }'],
      ['http', 'POST /hooks HTTP/1.1\nx: y'],
      ['text', '<b>&amp;</b>'],
    ]
    for (const [language, code] of samples) expect((await highlight({ language, code })).map(([text]) => text).join('')).toBe(code)
  })

  test('tell words, strings, numbers, variables and comments apart, and leave names as they are', async () => {
    expect(await rolesOf('js', "const a = 'b' + 1 // c")).toMatchObject({
      const: 'k',
      "'b'": 's',
      '1': 'n',
      '// c': 'c',
      ' a = ': undefined,
    })
    expect(await rolesOf('sh', 'curl "$A"')).toMatchObject({ curl: 'k', $A: 'n' })
    expect(await rolesOf('json', '{"a":"b","c":2}')).toMatchObject({ '"b"': 's', '2': 'n' })
    expect(await rolesOf('py', 'return None  # x')).toMatchObject({ return: 'k', None: 'n', '# x': 'c' })
  })
})

const draw = ({ paint, number }: Ink): string => html`${number()} ${paint({ language: 'js', code: 'const <a>' })}`.markup

describe('a page with code', () => {
  test('takes the colours that a thread of its own finds', async () => {
    expect(await inked(draw, threadHighlighter(), () => {})).toBe('1 <span class="k">const</span> &lt;a&gt;')
  })

  test('comes without colours when they cannot be found, and says so once', async () => {
    const failures: unknown[] = []
    const failing: Highlighter = () => Promise.reject(new Error('no thread'))
    expect(await inked(draw, failing, (error) => failures.push(error))).toBe('1 const &lt;a&gt;')
    expect(failures).toEqual([new Error('no thread')])
  })
})

import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function written(write: (log: ReturnType<typeof createLog>) => void): { text: string; line: Record<string, unknown> } {
  const lines: string[] = []
  write(createLog({ write: (line) => void lines.push(line) }))
  const text = lines.join('')
  return { text, line: JSON.parse(text) }
}

test('a line has the permitted fields and drops every other', () => {
  // A variable may have more members than its type says.
  const fields = { requestId: 'req_1', status: 201, body: 'x', authorization: 'Bearer gw_live_canary', email: 'a@b.c' }
  const { line, text } = written((log) => log.info(fields, 'done'))
  expect(line).toMatchObject({ level: 'info', requestId: 'req_1', status: 201, msg: 'done' })
  expect(text).not.toMatch(/canary|authorization|email|body/)
})

test('an error is logged with its causes', () => {
  const error = new Error('outer', { cause: new Error('inner') })
  const { line } = written((log) => log.error({ err: error }, 'request failed'))
  expect(line).toMatchObject({ err: { message: 'outer', stack: expect.stringContaining('log.test.ts'), cause: { message: 'inner' } } })
})

test('control characters cannot start a second line or move a terminal’s cursor', () => {
  const { text } = written((log) => log.warn({ problem: 'a\nb\u001b[2J{"level":"info"}' }, 'x'))
  expect(text.trimEnd().split('\n')).toHaveLength(1)
  expect(text).not.toContain('\u001b')
})

test('a long text is truncated', () => {
  expect(String(written((log) => log.info({ problem: 'x'.repeat(10_000) }, 'x')).line['problem']).length).toBe(500)
})

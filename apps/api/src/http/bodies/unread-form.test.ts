import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { unreadForm } from './unread-form.ts'

const FORM = 'application/x-www-form-urlencoded'
const again = async (type: string, sent: string) => {
  const message = new IncomingMessage(new Socket())
  message.headers = { 'content-type': type, 'transfer-encoding': 'chunked' }
  const unread = unreadForm(message, Buffer.from(sent))
  return { headers: unread.headers, body: { ...unread.body }, read: await text(unread) }
}

test.each([
  ['a form', FORM, 'code=a%20b&code=c'],
  ['a form in another charset', `${FORM}; charset=utf-16`, 'code=a%20b&code=c'],
  ['a JSON object', 'application/json; charset=utf-8', '{"code":["a b","c"]}'],
])('%s is parsed and can be read once more, with the same members', async (_what, type, sent) => {
  const read = 'code=a%20b&code=c'
  const headers = { 'content-type': FORM, 'content-length': String(read.length) }
  expect(await again(type, sent)).toEqual({ headers, body: { code: ['a b', 'c'] }, read })
})

test.each(['[1]', '"code"', 'null', '{"code":', ''])('the JSON text %j is an empty form', async (sent) => {
  expect(await again('application/json', sent)).toMatchObject({ body: {}, read: '' })
})

test('a member of JSON that is neither text nor number is empty', async () => {
  expect(await again('application/json', '{"code":{"a":1},"scope":7}')).toMatchObject({ body: { code: '', scope: '7' } })
})

test('a body of another type keeps its type', async () => {
  expect(await again('text/plain', 'code=a')).toMatchObject({ headers: { 'content-type': 'text/plain' } })
})

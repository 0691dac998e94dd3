import { SentFile } from '@gateway/contract/wire/objects/sent-file'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { hasParts, readParts } from './read-parts.ts'

/** A request with a body, as the server gets it. */
function sent(body: Buffer, headers: IncomingMessage['headers']): IncomingMessage {
  const message = new IncomingMessage(new Socket())
  message.headers = headers
  message.push(body)
  message.push(null)
  return message
}

async function sentForm(members: readonly (readonly [string, string | File])[], more: IncomingMessage['headers'] = {}) {
  const form = new FormData()
  for (const [name, value] of members) form.append(name, value)
  const request = new Request('http://gateway', { method: 'POST', body: form })
  const type = request.headers.get('content-type') ?? ''
  return sent(Buffer.from(await request.arrayBuffer()), { 'content-type': type, ...more })
}

test('parts are read as texts and files; what is sent twice becomes a list', async () => {
  const receipt = new File(['%PDF'], 'Beleg „7“.pdf', { type: 'application/pdf' })
  const members = await readParts(
    await sentForm([
      ['receipt', receipt],
      ['customer_name', 'Lena Groß'],
      ['submit', 'true'],
      ['submit', 'false'],
      ['__proto__', 'x'],
    ]),
  )
  expect(Object.entries(members)).toEqual([
    ['receipt', expect.any(SentFile)],
    ['customer_name', 'Lena Groß'],
    ['submit', ['true', 'false']],
    ['__proto__', 'x'],
  ])
  const file = members['receipt']
  expect(file).toMatchObject({ name: 'Beleg „7“.pdf', bytes: new TextEncoder().encode('%PDF') })
})

const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'

test('a hundred parts are read', async () => {
  const message = sent(Buffer.from(`${part.repeat(100)}--x--\r\n`), { 'content-type': 'multipart/form-data; boundary="x"' })
  expect(await readParts(message)).toEqual({ a: Array.from({ length: 100 }).fill('') })
})

test('two files are the same by their names and bytes', async () => {
  const shown = async (text: string, name: string) => JSON.stringify(await readParts(await sentForm([['file', new File([text], name)]])))
  expect(await shown('a', 'a.pdf')).toBe(await shown('a', 'a.pdf'))
  expect(await shown('a', 'a.pdf')).not.toBe(await shown('b', 'a.pdf'))
  expect(await shown('a', 'a.pdf')).not.toBe(await shown('a', 'b.pdf'))
})

test.each([
  ['no parts', 'multipart/form-data; boundary=x', 'customer_name=Lena'],
  ['parts without a boundary', 'multipart/form-data', '--x--\r\n'],
  ['a hundred and one parts', 'multipart/form-data; boundary="x"', `${part.repeat(101)}--x--\r\n`],
])('a body of %s is refused', async (_what, type, body) => {
  await expect(readParts(sent(Buffer.from(body), { 'content-type': type }))).rejects.toMatchObject({ refusal: { status: 400 } })
})

test('a compressed body, and one above all limits, are refused', async () => {
  await expect(readParts(await sentForm([['a', 'b']], { 'content-encoding': 'gzip' }))).rejects.toMatchObject({ refusal: { status: 415 } })
  const large = new File([new Uint8Array(5 * 1024 * 1024 + 64 * 1024)], 'large.pdf')
  await expect(readParts(await sentForm([['receipt', large]]))).rejects.toMatchObject({ refusal: { status: 413 } })
})

test.each([
  ['multipart/form-data; boundary=x', true],
  ['Multipart/Form-Data;boundary=x', true],
  ['application/json', false],
  [undefined, false],
])('a content type %s has parts: %s', (type, expected) => {
  expect(hasParts(sent(Buffer.alloc(0), type === undefined ? {} : { 'content-type': type }))).toBe(expected)
})

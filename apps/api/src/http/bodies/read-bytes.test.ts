import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { readBytes } from './read-bytes.ts'

test('readBytes rejects the body of a client that disconnected early, instead of treating it as empty', async () => {
  const message = Object.assign(new IncomingMessage(new Socket()), { headers: { 'content-length': '2' } })
  message.push('{}')
  message.destroy()
  await expect(readBytes(message)).rejects.toMatchObject({ refusal: { status: 408, code: 'REQUEST_TIMEOUT' } })
})

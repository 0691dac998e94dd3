import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { readBytes } from './read-bytes.ts'

test('the body of a client who has left before it is looked at did not arrive, and is not an empty one', async () => {
  const message = Object.assign(new IncomingMessage(new Socket()), { headers: { 'content-length': '2' } })
  message.push('{}')
  message.destroy()
  await expect(readBytes(message)).rejects.toMatchObject({ refusal: { status: 408, code: 'REQUEST_TIMEOUT' } })
})

import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askNameServers } from './ask-name-servers.ts'
import type { Lookup } from './target.ts'

const [A, AAAA, NAME_ERROR] = [1, 28, 3] as const
/** Addresses by the first label of a name; other names do not exist, and those that begin with `silent` are never answered. */
const zone: Readonly<Record<string, Readonly<Partial<Record<number, Buffer>>>>> = {
  both: { [A]: Buffer.from([93, 184, 216, 34]), [AAAA]: Buffer.from('26064700000000000000000000001111', 'hex') },
  four: { [A]: Buffer.from([93, 184, 216, 35]) },
}

let server: Socket
let lookup: Lookup
beforeAll(async () => {
  server = createSocket('udp4')
  server.on('message', (question, { port }) => {
    const answer = answerTo(question)
    if (answer) server.send(answer, port, '127.0.0.1')
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  lookup = askNameServers([`127.0.0.1:${(server.address() as AddressInfo).port}`])
})
afterAll(() => void server.close())

/** RFC 1035 §4: the header, the question again, and one answer that points to its name. */
function answerTo(question: Buffer): Buffer | undefined {
  const length = question[12] ?? 0
  const label = question.subarray(13, 13 + length).toString()
  if (label.startsWith('silent')) return undefined
  const end = question.indexOf(0, 12) + 5
  const address = zone[label]?.[question.readUInt16BE(end - 4)]
  const header = Buffer.alloc(12)
  question.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 + (label in zone ? 0 : NAME_ERROR), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(address ? 1 : 0, 6)
  const record = address
    ? [Buffer.from([0xc0, 12]), question.subarray(end - 4, end), Buffer.from([0, 0, 0, 60, 0, address.length]), address]
    : []
  return Buffer.concat([header, question.subarray(12, end), ...record])
}

describe('a host name', () => {
  test('resolves to the addresses of both families', async () => {
    expect(await lookup('both.shop.example')).toEqual([
      { address: '93.184.216.34', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ])
  })

  test('resolves with addresses of one family only', async () => {
    expect(await lookup('four.shop.example')).toEqual([{ address: '93.184.216.35', family: 4 }])
  })

  test('fails with ENOTFOUND for a name that does not exist', async () => {
    await expect(lookup('none.shop.example')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  })

  test('resolves at once while many other names are never answered', async () => {
    let givenUp = 0
    const silent = Promise.allSettled(Array.from({ length: 32 }, (_, at) => lookup(`silent${at}.shop.example`).finally(() => givenUp++)))
    await lookup('four.shop.example')
    expect(givenUp).toBe(0)
    const reasons = (await silent).map((answer) => answer.status === 'rejected' && (answer.reason as { code?: string }).code)
    expect(new Set(reasons)).toEqual(new Set(['ETIMEOUT']))
  })
})

import { randomUUID } from 'node:crypto'
import { describedOperations } from '../test-operations.ts'
import type { TestServer } from '../test-server.ts'
import { fixtures } from './stranger-fixtures.ts'
import { openCards } from './test-cards.ts'
import { openLightning } from './test-lightning.ts'

/** The creations of the rooms that no test opens by itself, as their examples describe them. */
const creations = describedOperations.filter(
  ({ id }) => /^\w+_create$/.test(id) && id in fixtures && !/^(?:businesses|cards|lightning|payments)_/.test(id),
)
const nothing = { businessId: '', paymentId: '', keyId: '', deliveryId: '', objects: {} }

/** Creates an object of each of these rooms. There is no rate, so that a series waits: the pool of a test server has no address for its child. */
export async function openObjects(server: TestServer, key: string): Promise<Readonly<Record<string, string>>> {
  const { rates } = server.api
  Object.assign(server.api, { rates: { findPrice: async () => undefined } })
  const opened: [room: string, id: string][] = []
  for (const { id, method, path } of creations) {
    const made = await server.say(method, path, { key, body: fixtures[id]?.body?.(nothing) ?? {} })
    if (made.status !== 201) throw new Error(`${method} ${path} has created nothing: ${made.bytes.toString()}`)
    opened.push([roomOf(id), String(made.body['id'])])
  }
  Object.assign(server.api, { rates })
  return { ...Object.fromEntries(opened), ...(await openCards(server.api, key)), ...(await openLightning(server, key)) }
}

/** Ids of these rooms that nobody has. */
export const nobodysObjects = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...creations.map(({ id }) => roomOf(id)), 'cards', 'cards_escrows', 'cards_disputes', 'lightning_nodes', 'lightning_payments'].map(
      (room) => [room, randomUUID()],
    ),
  )

/** A room, or a part of it that has objects of its own. */
const roomOf = (id: string): string => id.slice(0, -'_create'.length)

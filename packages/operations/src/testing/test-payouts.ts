import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { attemptMachine, type AttemptState, intentMachine, type IntentState } from '@gateway/domain/custody/machine'
import { randomUUID } from 'node:crypto'
import type { AttemptKey } from '../custody/payouts/advance-attempts.ts'
import type { Context } from '../kernel/context.ts'

/** Runs work in a transaction that is rolled back, so that every test finds the same rows. */
export async function undone<T>({ orm }: Pick<Context, 'orm'>, work: (em: Em) => Promise<T>): Promise<T> {
  const em = orm.em.fork()
  await em.begin()
  try {
    return await work(em)
  } finally {
    await em.rollback()
  }
}

/** Stores a copy of the only payout in every state, each with an own lead. @returns their ids by state. */
export async function payoutsInEveryState(em: Em): Promise<Map<IntentState, string>> {
  const db = tables(em)
  const { shortUnits, ...planned } = await db.selectFrom('spend_intent').selectAll().executeTakeFirstOrThrow()
  const states = Object.keys(intentMachine.states) as IntentState[]
  const rows = states.map((state, at) => ({ ...planned, shortUnits, state, id: randomUUID(), leg: at + 1 }))
  const values = rows.map((row) => ({ ...row, leadId: row.id }))
  await db.insertInto('spend_intent').values(values).execute()
  return new Map(rows.map(({ state, id }) => [state, id]))
}

/** Stores an attempt in every state, each of an own payout. @returns their keys by state. */
export async function attemptsInEveryState(em: Em): Promise<Map<AttemptState, AttemptKey>> {
  const ids = [...(await payoutsInEveryState(em)).values()]
  const states = Object.keys(attemptMachine.states) as AttemptState[]
  const rows = states.flatMap((state, at) => (ids[at] === undefined ? [] : [{ ...bare, state, intentId: ids[at], handle: `tx-${at}` }]))
  await tables(em).insertInto('spend_attempt').values(rows).execute()
  return new Map(rows.map(({ state, intentId, n }) => [state, { intentId, n }]))
}

const bare = {
  n: 0,
  chain: 'BTC',
  raw: Buffer.from('00', 'hex'),
  feeUnits: null,
  platformPaid: true,
  takenBackUnits: 0n,
  supersedes: null,
  height: null,
  blockHash: null,
  succeeded: null,
  // A dead one needs a proof.
  proof: { test: true },
  lastProblem: null,
  sentHeight: null,
  refusedHeight: null,
  firstSentHeight: null,
  triedHeight: null,
  stuckReason: null,
  stuckSince: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
} as const

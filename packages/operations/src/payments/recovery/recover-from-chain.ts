import type { RecoveryNode } from '@gateway/chains/rail/recovery-node'
import type { RecoveryEntity } from '@gateway/db/custody/recovery.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import type { Context } from '../../kernel/context.ts'
import { isFirstStart } from '../../custody/recovery/is-first-start.ts'
import { skipLostIndexes } from '../../custody/recovery/skip-lost-indexes.ts'
import { openRecovery } from '../../custody/recovery/open-recovery.ts'
import { pausePayouts } from '../../custody/pauses/pause-payouts.ts'
import { detectRollback } from '../../custody/recovery/detect-rollback.ts'
import type { SignerContext } from '../../custody/signer-context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { findLostDeposits } from './find-lost-deposits.ts'
import { isReadToHead } from './is-read-to-head.ts'
import type { AddressOwners } from '../../kernel/address-owners.ts'
import { recoverChain } from './recover-chain.ts'

/** An operator's request for a recovery. */
export interface RecoveryRequest {
  readonly nodes: readonly RecoveryNode[]
  /** The operator, for the audit log. */
  readonly by: string
  /** The operator states that the database was restored, although no sign of it was found. */
  readonly putBack: boolean
  /** Transactions that the operator explains. */
  readonly explained: readonly string[]
  /** Transactions that the operator attests to be refunds. */
  readonly returned: readonly string[]
  /** Whom the scanner tells of what it reads again. */
  readonly subjects: AddressOwners
  readonly tell: (line: string) => void
}

type RecoveryContext = Context & Pick<SignerContext, 'sequence'>

const LOOK_EVERY_MS = 1_000

/**
 * Ends the recovery of a restored database once the chain role has scanned every chain from the restored height to its head: the spends of the
 * deposits have settled their payouts by then. Operators may then lift the pause. Repeating it changes nothing.
 *
 * @throws {UnattributedSpends} when money has left in a way that no payout terms allow; the recovery stays open and nothing is signed.
 * @throws {NothingToRecover} of an empty database without a high-water file: unpaid addresses are on no chain.
 */
export async function recoverFromChain(ctx: RecoveryContext, request: RecoveryRequest): Promise<void> {
  const { nodes, subjects, tell } = request
  const recovery = await findOrOpen(ctx, request)
  if (!recovery) return tell('The database knows every released attempt; nothing to recover.')
  tell(`The database was restored (${recovery.reason}); it knows attempts up to ${recovery.databaseSeq}.`)
  await skipSequence(ctx)
  for (const node of nodes) await untilRead(ctx, node, tell)
  const choices = { explained: new Set(request.explained), returned: new Set(request.returned), by: request.by }
  let known = 0
  const unattributed: string[] = []
  for (const node of nodes) {
    const report = await recoverChain(ctx, { node, recoveryId: recovery.id, ...choices, subjects, tell })
    known += report.known
    unattributed.push(...report.unattributed)
  }
  if (unattributed.length > 0) throw new UnattributedSpends(unattributed)
  for (const node of nodes) await findLostDeposits(ctx, { node, from: recovery.heights[node.rail.chain], tell })
  await close(ctx, { recovery, by: request.by, details: { known, explained: request.explained, returned: request.returned } })
  tell(`Done: ${known} forgotten transactions are known. Two operators can lift the pause now.`)
}

async function findOrOpen(ctx: RecoveryContext, { putBack, by }: RecoveryRequest): Promise<RecoveryEntity | undefined> {
  const { reason, databaseSeq } = await detectRollback(ctx.orm.em.fork(), ctx)
  if (reason === undefined && !putBack) return undefined
  if (reason === 'sequence_file_missing' && (await isFirstStart(ctx))) throw new NothingToRecover()
  await skipLostIndexes(ctx)
  if (reason !== 'recovery_open') {
    await pausePayouts(ctx, { scope: 'global', reason: 'the database was restored from a backup', by })
    await openRecovery(ctx, { reason: reason ?? 'said_by_operator', databaseSeq })
  }
  return tables(ctx.orm.em.fork()).selectFrom('recovery').selectAll().where('recoveredAt', 'is', null).executeTakeFirst() as Promise<
    RecoveryEntity | undefined
  >
}

/** Continues the attempt sequence above every released attempt, so that a second restore is detected like the first. */
const skipSequence = ({ orm, sequence }: RecoveryContext): Promise<unknown> =>
  sql`SELECT setval(identity.name, greatest(${sequence.highestAttempt() ?? 0n}, nextval(identity.name)))
    FROM (SELECT pg_get_serial_sequence('spend_attempt', 'seq')::regclass AS name) AS identity`.execute(tables(orm.em.fork()))

async function untilRead(ctx: Context, node: RecoveryNode, tell: RecoveryRequest['tell']): Promise<void> {
  for (let told = ''; !(await isReadToHead(ctx, node)); await pause(LOOK_EVERY_MS)) {
    const line = await progressOf(ctx.orm.em.fork(), node)
    if (line !== told) tell(line)
    told = line
  }
}

async function progressOf(em: Em, { rail }: RecoveryNode): Promise<string> {
  const { chain } = rail
  const cursor = await tables(em).selectFrom('chain_cursor').select(['height', 'headHeight']).where('chain', '=', chain).executeTakeFirst()
  return `${chain}: read to block ${cursor?.height ?? 0} of ${cursor?.headHeight ?? 0}; waiting for the chain role, and for forgotten transactions to be final.`
}

async function close(
  ctx: RecoveryContext,
  { recovery, by, details }: { recovery: RecoveryEntity; by: string; details: Readonly<Record<string, unknown>> },
): Promise<void> {
  const { databaseSeq } = await detectRollback(ctx.orm.em.fork(), ctx)
  const remembered = ctx.sequence.highestAttempt()
  if (remembered === undefined) ctx.sequence.recordAttempt(databaseSeq)
  const fileSeq = remembered !== undefined && remembered > databaseSeq ? remembered : databaseSeq
  await transaction(ctx, async (em) => {
    await tables(em).updateTable('recovery').set({ recoveredAt: ctx.clock.now(), fileSeq }).where('id', '=', recovery.id).execute()
    await writeAuditEntry(em, ctx, { actor: by, action: 'custody.recover', subjectId: recovery.id, details })
  })
}

/** Money left in ways that no payout terms allow; no recovery ends before operators have explained each. The message is a list for the operator. */
export class UnattributedSpends extends Error {
  override readonly name = 'UnattributedSpends'
  constructor(sentences: readonly string[]) {
    super(`${sentences.join('\n')}\nSigning stays paused until every one is explained`)
  }
}

/** No record of released attempts exists. The message is one sentence for the operator. */
export class NothingToRecover extends Error {
  override readonly name = 'NothingToRecover'
  constructor() {
    super('The database is empty and so is the signer’s file: restore the database first, or switch to new keys with `custody rotate-seed`')
  }
}

import type { Factors } from '@gateway/domain/accounts/factors'
import type { MerchantId } from '@gateway/domain/kernel/id'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import { listPasskeys } from './passkey-queries.ts'

interface Owner {
  readonly merchantId: MerchantId
}

/** The factors of a merchant. */
export async function findFactors(em: Em, { merchantId }: Owner): Promise<Factors> {
  const passkeys = await listPasskeys(em, { merchantId })
  const totp = await findTotp(em, { merchantId })
  const { left } = await tables(em)
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll().as('left'))
    .where('merchantId', '=', merchantId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return { passkeys, totpSince: totp?.confirmedAt ?? null, recoveryCodesLeft: Number(left) }
}

/** Locks an account FOR UPDATE: changes of its factors happen one after the other. */
export async function lockFactors(em: Em, { merchantId }: Owner): Promise<Factors> {
  await tables(em).selectFrom('merchant').select('id').where('id', '=', merchantId).forUpdate().executeTakeFirstOrThrow()
  return findFactors(em, { merchantId })
}

/** The authenticator app of a merchant, confirmed or not. */
export async function findTotp(em: Em, { merchantId }: Owner) {
  return tables(em)
    .selectFrom('totp_factor')
    .select(['sealedSecret', 'confirmedAt', 'lastStep'])
    .where('merchantId', '=', merchantId)
    .executeTakeFirst()
}

/** Stores the secret of an app that is not confirmed yet, in the place of an earlier one. */
export async function replaceTotp(em: Em, totp: Owner & { sealedSecret: Buffer; createdAt: Date }): Promise<void> {
  await deleteTotp(em, totp)
  await tables(em)
    .insertInto('totp_factor')
    .values({ ...totp, confirmedAt: null, lastStep: null })
    .execute()
}

/** Deletes the app of a merchant. @returns false when there was none that was confirmed. */
export async function deleteTotp(em: Em, { merchantId }: Owner): Promise<boolean> {
  const gone = await tables(em).deleteFrom('totp_factor').where('merchantId', '=', merchantId).returning('confirmedAt').executeTakeFirst()
  return gone !== undefined && gone.confirmedAt !== null
}

/** Uses up the code of a time step. @returns false when one of that step or a later one was used: each code works once (RFC 6238 §5.2). */
export async function useTotpStep(em: Em, { merchantId, step }: Owner & { step: number }): Promise<boolean> {
  const { numUpdatedRows } = await tables(em)
    .updateTable('totp_factor')
    .set({ lastStep: step })
    .where('merchantId', '=', merchantId)
    .where((totp) => totp.or([totp('lastStep', 'is', null), totp('lastStep', '<', step)]))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Makes an app a factor. */
export async function confirmStoredTotp(em: Em, { merchantId, at }: Owner & { at: Date }): Promise<void> {
  await tables(em).updateTable('totp_factor').set({ confirmedAt: at }).where('merchantId', '=', merchantId).execute()
}

/** Stores recovery codes in the place of all earlier ones. */
export async function replaceRecoveryCodes(
  em: Em,
  { merchantId, digests, createdAt }: Owner & { digests: readonly Buffer[]; createdAt: Date },
): Promise<void> {
  await tables(em).deleteFrom('recovery_code').where('merchantId', '=', merchantId).execute()
  if (digests.length === 0) return
  await tables(em)
    .insertInto('recovery_code')
    .values(digests.map((digest) => ({ merchantId, digest, createdAt, usedAt: null })))
    .execute()
}

/** Uses a recovery code up: of two requests that show it at once one succeeds. */
export async function useRecoveryCode(em: Em, { merchantId, digest, at }: Owner & { digest: Buffer; at: Date }): Promise<boolean> {
  const { numUpdatedRows } = await tables(em)
    .updateTable('recovery_code')
    .set({ usedAt: at })
    .where('merchantId', '=', merchantId)
    .where('digest', '=', digest)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

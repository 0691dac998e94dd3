import { challengeTicket } from '@gateway/db/accounts/ticket-queries'
import type { Em } from '@gateway/db/orm'
import type { SessionOrigin } from '@gateway/domain/accounts/merchant'
import type { MerchantId } from '@gateway/domain/kernel/id'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { transaction } from '../kernel/transaction.ts'
import { getMerchant } from './auth/get-merchant.ts'
import { presentSession, type SignedIn, startSession } from './auth/session.ts'
import { checkCode, useCode } from './factors/check-code.ts'
import { reportFactors } from './factors/report-factors.ts'
import { DeadTicket, issueTicket, ticketDigest, tryTicket, useTicket } from './factors/sign-in-ticket.ts'
import { checkPasskey, type PasskeyAssertion, passkeyRequest, recordPasskeyUse } from './factors/verify-passkey.ts'
import type { SignInContext } from './passwords/check-password.ts'

/** Dependencies of finishing a sign-in; with the requester. */
export type FinishContext = SignInContext & { readonly publicUrl: string }

/**
 * Finishes a sign-in with a code of the authenticator app or a recovery code; the ticket and the code open nothing again.
 *
 * @throws {DeadTicket} after five minutes, five attempts, its use, or a change of the password.
 * @throws {WrongCode} {TooManyAttempts}
 */
export async function finishSignIn(
  ctx: FinishContext,
  { ticket, code, openedIn }: { ticket: string; code: string; openedIn: SessionOrigin },
): Promise<SignedIn> {
  const { merchantId } = await tryTicket(ctx, { ticket, purposes: ['second_factor'] })
  if (merchantId === null) throw new DeadTicket()
  const proof = await checkCode(ctx, { merchantId, code })
  return openSession(ctx, { merchantId, openedIn, ticket }, async (em) => {
    await useCode(em, ctx, proof)
    if (proof.kind === 'recovery_code') await reportFactors(em, ctx, { merchantId, change: 'recovery_code_used' })
  })
}

/**
 * What a browser is asked for: a passkey of the account that a ticket continues to sign in to, or without a ticket any passkey of this gateway,
 * which signs in alone.
 *
 * @throws {DeadTicket}
 */
export async function requestPasskey(
  ctx: FinishContext,
  { ticket }: { ticket?: string | undefined },
): Promise<{ challengeId: string; options: PublicKeyCredentialRequestOptionsJSON }> {
  if (ticket !== undefined) return { challengeId: ticket, options: await requestForTicket(ctx, ticket) }
  const options = await passkeyRequest(ctx, {})
  const issued = await issueTicket(ctx.orm.em.fork(), ctx, { purpose: 'passkey', challenge: options.challenge })
  return { challengeId: issued.ticket, options }
}

async function requestForTicket(ctx: FinishContext, ticket: string): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { challenge } = await passkeyRequest(ctx, {})
  const merchantId = await challengeTicket(ctx.orm.em.fork(), { digest: ticketDigest(ticket), at: ctx.clock.now(), challenge })
  if (merchantId === undefined) throw new DeadTicket()
  return { ...(await passkeyRequest(ctx, { merchantId })), challenge }
}

/**
 * Signs in with a passkey, after the password or instead of it: a passkey is two factors, because its user was verified.
 *
 * @throws {DeadTicket} {WrongPasskey}
 */
export async function finishWithPasskey(
  ctx: FinishContext,
  { challengeId, response, openedIn }: { challengeId: string; response: PasskeyAssertion; openedIn: SessionOrigin },
): Promise<SignedIn> {
  const { challenge, merchantId } = await tryTicket(ctx, { ticket: challengeId, purposes: ['second_factor', 'passkey'] })
  const proof = await checkPasskey(ctx, { response, challenge, ...(merchantId !== null && { merchantId }) })
  return openSession(ctx, { merchantId: proof.merchantId, openedIn, ticket: challengeId }, (em) => recordPasskeyUse(em, ctx, proof))
}

/** Uses ticket and factor up, and opens the session, all or nothing. */
async function openSession(
  ctx: FinishContext,
  { merchantId, openedIn, ticket }: { merchantId: MerchantId; openedIn: SessionOrigin; ticket: string },
  useFactor: (em: Em) => Promise<void>,
): Promise<SignedIn> {
  const { merchant, session } = await transaction(ctx, async (em) => {
    await useTicket(em, ctx, ticket)
    await useFactor(em)
    const opened = await startSession(em, ctx, { merchantId, openedIn, secondFactor: true })
    return { merchant: await getMerchant(em, { merchantId }), session: opened }
  })
  return presentSession(ctx, merchant, session)
}

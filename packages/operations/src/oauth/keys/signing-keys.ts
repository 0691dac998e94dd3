import { insertKey, listKeys, listKeyStates } from '@gateway/db/oauth/key-queries'
import type { SigningKeyState } from '@gateway/domain/oauth/signing-key'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'
import type { OauthContext } from '../oauth-context.ts'
import { openKey, sealKey } from './seal-key.ts'

/** The algorithm of ID tokens: every relying party has to know it (OpenID Connect Core §15.1). */
const ALGORITHM = 'RS256'
const ORDER: Readonly<Record<SigningKeyState, number>> = { current: 0, next: 1, retired: 2 }

/** The keys of a moment. */
export interface SigningKeys {
  /** Private keys, the one that signs first: the library signs with the first that fits. */
  readonly jwks: JWK[]
  /** Tells whether anything has changed. */
  readonly version: string
}

/** The published keys with their private parts. The current and the next one are made where they are missing. */
export async function loadSigningKeys(ctx: OauthContext): Promise<SigningKeys> {
  await makeMissing(ctx)
  const keys = await listKeys(ctx.orm.em.fork(), { at: ctx.clock.now() })
  const ordered = keys.toSorted((one, other) => ORDER[one.state] - ORDER[other.state])
  // What was sealed here was a JWK.
  const jwks = ordered.map(({ kid, sealedPrivate }) => openKey(ctx, { kid, sealed: sealedPrivate }) as JWK)
  return { jwks, version: versionOf(keys) }
}

/** The version of the keys that are published now. */
export async function readKeyVersion(ctx: OauthContext): Promise<string> {
  return versionOf(await listKeyStates(ctx.orm.em.fork(), { at: ctx.clock.now() }))
}

type Stood = readonly { readonly kid: string; readonly state: SigningKeyState }[]

const versionOf = (keys: Stood): string =>
  keys
    .map(({ kid, state }) => `${kid} ${state}`)
    .sort()
    .join(', ')

async function makeMissing(ctx: OauthContext): Promise<void> {
  const states = new Set((await listKeyStates(ctx.orm.em.fork(), { at: ctx.clock.now() })).map(({ state }) => state))
  for (const state of ['current', 'next'] as const) if (!states.has(state)) await makeKey(ctx, state)
}

async function makeKey(ctx: OauthContext, state: SigningKeyState): Promise<void> {
  const { privateKey, publicKey } = await generateKeyPair(ALGORITHM, { extractable: true })
  const shown = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(shown)
  const named = { kid, alg: ALGORITHM, use: 'sig' }
  const sealedPrivate = sealKey(ctx, { kid, jwk: { ...(await exportJWK(privateKey)), ...named } })
  const publicJwk = { kty: 'RSA', n: shown.n ?? '', e: shown.e ?? '', ...named }
  await insertKey(ctx.orm.em.fork(), { kid, publicJwk, sealedPrivate, state, createdAt: ctx.clock.now(), retiredUntil: null })
}

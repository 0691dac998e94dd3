import { devnetChains } from '@gateway/devnet/chains'
import type { ParsedEmail } from '@gateway/devnet/mail/parse-email'
import { waitFor } from '@gateway/devnet/wait'
import { join } from 'node:path'
import { z } from 'zod'
import { call, CallRefused } from '../demo/client.ts'
import { DemoBusiness } from '../stack/dev-file.ts'
import { findKeptJson, keepJson } from './kept-json.ts'

const Kept = DemoBusiness.extend({ wallets: z.partialRecord(z.enum(devnetChains), z.string()) })
/** The demo business with the wallets that its payments are forwarded to. */
export type KeptDemo = z.output<typeof Kept>

/** The API, the data folder, wallets for a new business, and the mail server. */
interface DemoGround {
  readonly api: string
  readonly dataDir: string
  readonly newWallets: () => Promise<KeptDemo['wallets']>
  /** What the mail server has received. */
  readonly readEmails: () => Promise<readonly ParsedEmail[]>
}

const owner = { email: 'demo@shop.example', password: 'demo demo demo' } as const
const NAME = 'Demo shop'
const PATIENCE = { timeoutMs: 60_000, everyMs: 200 }

/**
 * Opens the demo business of a data folder through the API: created at the first start and kept in `demo.json`, so that a later start, and one
 * after an interrupted first start, ends with the same business.
 */
export async function openDemoBusiness(ground: DemoGround): Promise<KeptDemo> {
  const file = join(ground.dataDir, 'demo.json')
  const kept = findKeptJson(file, Kept)
  if (kept && (await isKnown(ground.api, kept))) return kept
  const demo = { ...(await createDemo(ground)), ...owner }
  keepJson(file, demo)
  return demo
}

/** False once the database was replaced beneath the file, or the key was revoked. */
async function isKnown(api: string, { businessId, apiKey }: KeptDemo): Promise<boolean> {
  try {
    await call(api, { path: `/businesses/${businessId}`, key: apiKey })
    return true
  } catch (error) {
    if (error instanceof CallRefused && [401, 404].includes(error.status)) return false
    throw error
  }
}

async function createDemo(ground: DemoGround): Promise<Pick<KeptDemo, 'businessId' | 'apiKey' | 'wallets'>> {
  const { api } = ground
  const key = await signIn(api)
  await confirmAddress(ground, key)
  const { businesses } = await call<{ businesses: readonly Listed[] }>(api, { path: '/businesses', key })
  const found = businesses.find(({ name }) => name === NAME)
  return found ? withNewKey(api, key, found) : createBusiness(ground, key)
}

interface Listed {
  readonly id: string
  readonly name: string
  readonly wallet_addresses: KeptDemo['wallets']
}

async function signIn(api: string): Promise<string> {
  try {
    return (await call<{ token: string }>(api, { path: '/auth/register', body: { ...owner, name: 'Demo' } })).token
  } catch (error) {
    if (!(error instanceof CallRefused) || error.code !== 'EMAIL_TAKEN') throw error
    return (await call<{ token: string }>(api, { path: '/auth/login', body: owner })).token
  }
}

/** Opens the link that was e-mailed to the owner, because e-mails to customers go out in the name of a confirmed address alone. */
async function confirmAddress({ api, readEmails }: DemoGround, key: string): Promise<void> {
  const { email_verified: isConfirmed } = await call<{ email_verified: boolean }>(api, { path: '/auth/me', key })
  if (isConfirmed) return
  const token = await waitFor('the e-mail that confirms the address of the demo', async () => linkTokenOf(await readEmails()), PATIENCE)
  await call(api, { path: '/auth/verify-email', body: { token } })
}

const linkTokenOf = (emails: readonly ParsedEmail[]): string | undefined =>
  emails
    .flatMap(({ text, headers }) => (headers['to']?.includes(owner.email) ? [/verify-email#token=([\w-]+)/.exec(text)?.[1]] : []))
    .find((token) => token !== undefined)

/** A key is shown once, so a business whose key was not kept gets another. */
async function withNewKey(api: string, token: string, { id, wallet_addresses: wallets }: Listed) {
  const { api_key: apiKey } = await call<{ api_key: string }>(api, {
    path: `/businesses/${id}/api-keys`,
    key: token,
    body: { name: 'Demo' },
  })
  return { businessId: id, apiKey, wallets }
}

async function createBusiness({ api, newWallets }: DemoGround, token: string) {
  const wallets = await newWallets()
  const body = { name: NAME, wallet_addresses: wallets }
  const created = await call<{ id: string; api_key: string }>(api, { path: '/businesses', key: token, body })
  return { businessId: created.id, apiKey: created.api_key, wallets }
}

import { logFields } from '@gateway/operations/kernel/log'
import { eventually } from '@gateway/testing/wait'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readLogLines } from '../support/log-lines.ts'
import { type Said, say, type Saying } from '../support/say.ts'
import { type FlakyReceiver, startFlakyReceiver } from '../support/flaky-receiver.ts'
import { type Shared, sharedStory } from '../support/shared-story.ts'

let story: Shared
let receiver: FlakyReceiver
/** Values that no log line may contain, by name. */
const secrets = new Map<string, string>()
const answers: Said[] = []

beforeAll(async () => {
  story = await sharedStory()
  receiver = await startFlakyReceiver()
  await walk()
  // A request is logged after its response.
  await eventually('every request to be logged', async () => {
    const written = requestsWritten()
    return answers.every(({ headers }) => written.has(headers.get('x-request-id')))
  })
})
afterAll(async () => {
  await receiver?.goAway()
  await story?.close()
})

/** A unique text that the log is searched for afterwards. */
function canary(what: string): string {
  const text = `canary-${what.replaceAll(' ', '-')}-${randomBytes(9).toString('hex')}`
  secrets.set(what, text)
  return text
}

async function ask(route: string, saying?: Saying): Promise<Said['body']> {
  const answer = await say(story.gateway.api, route, saying)
  answers.push(answer)
  return answer.body
}

function keep(what: string, value: unknown): string {
  expect({ [what]: value }).toEqual({ [what]: expect.stringMatching(/^.{16,}$/s) })
  secrets.set(what, String(value))
  return String(value)
}

const linkTo = (email: string, subject: string) =>
  eventually(`an e-mail: ${subject}`, async () => {
    const mail = story.mail.emails.find(({ to, headers }) => to.includes(email) && headers['subject'] === subject)
    return /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
  })

/** Uses every credential of a merchant, correctly and wrongly, and with a database that refuses the rows. */
async function walk(): Promise<void> {
  const email = `${canary('email')}@shop.example`
  const password = canary('password')
  const token = keep('token', (await ask('POST /auth/register', { body: { email, password, name: canary('name') } }))['token'])
  await ask('POST /auth/verify-email', { body: { token: keep('link', await linkTo(email, 'Confirm your e-mail address for Gateway')) } })
  await ask('POST /auth/login', { body: { email, password: canary('wrong password') } })
  await ask('POST /auth/login', { body: { email: `${canary('unknown email')}@shop.example`, password } })
  keep('second token', (await ask('POST /auth/login', { body: { email, password } }))['token'])
  const { key, businessId } = await openBusiness(token)
  await useKey(key, businessId)
  await sayNonsense(key)
  await breakDatabase({ key, businessId, token })
  await resetPassword(email)
}

async function openBusiness(token: string): Promise<{ key: string; businessId: string }> {
  const webhookUrl = `${receiver.url}?${canary('webhook url')}`
  const opened = await ask('POST /businesses', {
    key: token,
    body: {
      name: canary('business name'),
      walletAddresses: story.shop.wallets,
      webhook_url: webhookUrl,
      webhook_secret: canary('own webhook secret'),
    },
  })
  const businessId = String(opened['id'])
  const rotated = await ask(`POST /businesses/${businessId}/webhook-secret/rotate`, { key: token, body: {} })
  keep('rotated webhook secret', rotated['webhook_secret'])
  const created = await ask(`POST /businesses/${businessId}/api-keys`, { key: token, body: { name: canary('key name') } })
  keep('second API key', created['api_key'])
  return { key: keep('API key', opened['api_key']), businessId }
}

async function useKey(key: string, businessId: string): Promise<void> {
  const terms = { amount: 20, blockchain: 'ETH', description: canary('description'), metadata: { note: canary('metadata') } }
  const headers = { 'idempotency-key': canary('idempotency key') }
  const { id } = await ask('POST /payments/create', { key, headers, body: terms })
  await ask('POST /payments/create', { key, headers, body: { ...terms, amount: 21 } })
  await ask(`GET /payments?search=${canary('query')}`, { key })
  await ask(`GET /payments/${String(id)}?api_key=${key}`, { key: canary('unknown credential') })
  await ask(`GET /businesses/${businessId}`, { key: keep('forged API key', `${key.slice(0, -8)}AA${key.slice(-6)}`) })
  await ask('GET /auth/me', { headers: { 'x-api-key': canary('credential in a header'), cookie: canary('cookie') } })
  receiver.answer = 500
  await ask('POST /webhooks/test', { key, body: {} })
  receiver.answer = 200
}

async function sayNonsense(key: string): Promise<void> {
  await ask(`GET /${canary('path')}/nothing`)
  await ask('POST /payments/create', { key, body: { amount: canary('amount'), blockchain: canary('blockchain') } })
  const broken = await fetch(`${story.gateway.api}/api/payments/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: `{"description": ${canary('broken body')}`,
  })
  expect(broken.status).toBe(400)
}

/** Makes the database refuse new rows, one table at a time: an error the code does not expect. */
async function breakDatabase({ key, businessId, token }: { key: string; businessId: string; token: string }): Promise<void> {
  const refused = `${canary('refused email')}@shop.example`
  const requests = {
    merchant: () => ask('POST /auth/register', { body: { email: refused, password: canary('refused password') } }),
    email: () => ask('POST /auth/register', { body: { email: refused, password: canary('other refused password') } }),
    session: () => ask('POST /auth/register', { body: { email: refused, password: canary('third refused password') } }),
    api_key: () => ask(`POST /businesses/${businessId}/api-keys`, { key: token, body: { name: canary('refused key name') } }),
    payment: () =>
      ask('POST /payments/create', { key, body: { amount: 20, blockchain: 'ETH', description: canary('refused description') } }),
    idempotency_record: () =>
      ask('POST /payments/create', {
        key,
        headers: { 'idempotency-key': canary('refused idempotency key') },
        body: { amount: 20, blockchain: 'ETH' },
      }),
  }
  for (const [table, request] of Object.entries(requests)) {
    await story.sql.query(`ALTER TABLE ${table} ADD CONSTRAINT refused CHECK (false) NOT VALID`)
    expect({ table, ...(await request()) }).toMatchObject({ table, success: false, code: 'INTERNAL' })
    await story.sql.query(`ALTER TABLE ${table} DROP CONSTRAINT refused`)
  }
}

async function resetPassword(email: string): Promise<void> {
  await ask('POST /auth/password/forgot', { body: { email } })
  const link = keep('reset link', await linkTo(email, 'Choose a new password for Gateway'))
  const password = canary('new password')
  await ask('POST /auth/password/reset', { body: { token: link, password } })
  keep('last token', (await ask('POST /auth/login', { body: { email, password } }))['token'])
}

/** The encodings in which a secret could appear in a log. */
function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret)
  return [
    secret,
    bytes.toString('hex'),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    encodeURIComponent(secret),
  ]
}

const lines = () => readLogLines(story.around.dataDir)
const parsed = () => lines().flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Readonly<Record<string, unknown>>] : []))
/** The log line of each answered request, by request id. */
const requestsWritten = () => {
  const answered = parsed().filter(({ msg }) => msg === 'request answered')
  return new Map(answered.map((line) => [line['requestId'], line]))
}

describe('the log of the processes of a gateway', () => {
  test('contains no secret in any encoding, and no text that a merchant entered', () => {
    const { deploymentId: _public, webhookSealingKey: _alsoPublic, ...keys } = story.around.secrets
    const text = lines().join('\n')
    const all = [...secrets, ...Object.entries(keys)]
    const written = all.filter(([, secret]) => spellings(secret).some((spelling) => text.includes(spelling)))
    expect(written.map(([what]) => what)).toEqual([])
    expect(secrets.size).toBeGreaterThan(35)
  })

  test('consists of JSON lines with allowlisted fields', () => {
    const known = new Set<string>([...logFields, 'level', 'time', 'msg'])
    const strange = parsed().flatMap((line) => Object.keys(line).filter((name) => !known.has(name)))
    expect(strange).toEqual([])
    expect(lines().filter((line) => !line.startsWith('{'))).toEqual([])
  })

  test('names each request by its request id and its route template, never its path', () => {
    const byId = requestsWritten()
    for (const { headers, status, body } of answers) {
      const line = byId.get(headers.get('x-request-id'))
      expect(line).toMatchObject({ level: 'info', status, method: expect.any(String), durationMs: expect.any(Number) })
      expect(line?.['code']).toBe(body['code'])
      expect(line?.['route']).toMatch(/^(unknown|\/[a-z/{}A-Z-]+)$/)
    }
  })

  test('records each internal error with its request id', () => {
    const failed = answers.filter(({ status }) => status === 500).map(({ headers }) => headers.get('x-request-id'))
    const asked = new Set<unknown>(answers.map(({ headers }) => headers.get('x-request-id')))
    const told = parsed().filter(({ msg, requestId }) => msg === 'request failed' && asked.has(requestId))
    expect(told.map((line) => line['requestId'])).toEqual(failed)
    expect(failed).toHaveLength(6)
  })

  test('marks requests about credentials, accepted or refused, with the stream "security"', () => {
    const security = parsed().filter(({ stream }) => stream === 'security')
    const seen = new Set(security.map(({ route, status }) => `${String(route)} ${String(status)}`))
    for (const one of ['/api/auth/login 401', '/api/auth/login 200', '/api/payments/{id} 401', '/api/businesses/{id}/api-keys 201'])
      expect(seen).toContain(one)
    expect(security.some(({ route, status }) => route === '/api/payments/create' && status === 201)).toBe(false)
  })
})

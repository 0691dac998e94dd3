import { sources } from '@gateway/scripts/stack/programs'
import { signerSettings } from '@gateway/scripts/stack/settings'
import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Shared, sharedStory } from '../support/shared-story.ts'

const password = 'correct horse battery staple'

let story: Shared
beforeAll(async () => void (story = await sharedStory()))
afterAll(() => story?.close())

/** The answer of a procedure; a query without an input. */
async function call(name: string, { token, input }: { token?: string; input?: object }) {
  const headers = { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) }
  const body = JSON.stringify(input ?? {})
  const answer = await fetch(`${story.gateway.api}/trpc/${name}`, { method: 'POST', headers, body })
  const { result } = (await answer.json()) as { result?: { data: Record<string, unknown> } }
  if (!result) throw new Error(`${name} was refused: ${answer.status}`)
  return result.data
}

/** An account whose address is verified; returns its token. */
async function newAccount(email: string): Promise<string> {
  const { token } = await call('accounts.register', { input: { email, password } })
  await story.sql.query('UPDATE merchant SET email_verified_at = now() WHERE email = $1', [email])
  return String(token)
}

/** Adds an authenticator app; returns a recovery code. */
async function enrol(token: string): Promise<string> {
  const { secret } = await call('accounts.factors.startTotp', { token })
  const code = new TOTP({ secret: Secret.fromBase32(String(secret)) }).generate()
  const { recovery_codes } = await call('accounts.factors.confirmTotp', { token, input: { code } })
  return String((recovery_codes as string[])[0])
}

/** Runs an operator command in the session file of `name`, with answers on its input. */
async function run(name: string, words: readonly string[], answers: readonly string[] = []) {
  const { around } = story
  const { secrets, built, dataDir } = around
  const env = {
    ...signerSettings(around),
    WEBHOOK_SEALING_KEY: secrets.webhookSealingKey,
    MERCHANT_TOKEN_KEY: secrets.merchantTokenKey,
    OPERATOR_SESSION_FILE: sessionFile(dataDir, name),
  }
  const child = spawn(process.execPath, [(built ?? sources).operator, ...words], { env, stdio: ['pipe', 'pipe', 'pipe'] })
  child.stdin.end(answers.map((answer) => `${answer}\n`).join(''))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [output, told, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { output, told, code }
}

const sessionFile = (dataDir: string, name: string) => join(dataDir, `terminal-${name}.json`)

describe('an operator at a terminal', () => {
  test('logs in with password and code, decides under its account, and logs out', async () => {
    const email = 'iris@operators.test'
    const code = await enrol(await newAccount(email))
    expect(await run('iris', ['grant', email])).toMatchObject({ code: 0, output: expect.stringContaining('is an operator') })
    const merchant = await story.sql.query<{ id: string }>('SELECT id FROM merchant WHERE email = $1', [email])
    const scope = `merchant:${merchant.rows[0]?.id}`
    const login = await run('iris', ['login', '--email', email], [password, code])
    expect(login).toMatchObject({ code: 0, output: expect.stringContaining(`Logged in as ${email}`) })
    expect(login.told + login.output).not.toContain(password)
    expect(statSync(sessionFile(story.around.dataDir, 'iris')).mode & 0o777).toBe(0o600)
    const paused = await run('iris', ['pause', scope, '--reason', 'a drill'])
    expect(paused).toMatchObject({ code: 0, told: expect.stringContaining(`as ${email}`) })
    const log = await story.sql.query('SELECT actor FROM audit_entry WHERE subject_id = $1', [scope])
    expect(log.rows).toEqual([{ actor: `operator:${merchant.rows[0]?.id}` }])
    for (let time = 0; time < 2; time++) expect((await run('iris', ['lift', scope])).output).toContain('1 more operator')
    expect((await run('iris', ['logout'])).output).toContain(`${email} is logged out`)
    expect(await run('iris', ['lift', scope])).toMatchObject({ code: 1, told: expect.stringContaining('nobody is logged in') })
    const second = await newSecondOperator()
    expect((await run(second, ['lift', scope])).output).toContain('Lifted')
  })

  async function newSecondOperator(): Promise<string> {
    const email = 'jon@operators.test'
    const code = await enrol(await newAccount(email))
    await run('jon', ['grant', email])
    // A pipe answers the question for the e-mail address too.
    expect(await run('jon', ['login'], [email, password, code])).toMatchObject({ code: 0 })
    return 'jon'
  }

  test('decides nothing in a session that has ended, and reads all the same', async () => {
    await story.sql.query(
      "UPDATE session SET revoked_at = now() FROM merchant WHERE merchant.id = merchant_id AND email = 'jon@operators.test'",
    )
    const refused = await run('jon', ['pause', 'asset:BTC'])
    expect(refused).toMatchObject({ code: 1, told: expect.stringContaining('jon@operators.test decides nothing any more') })
    expect(await run('jon', ['pauses'])).toMatchObject({ code: 0, output: expect.stringContaining('paused: nothing') })
  })

  test('an operator at a terminal is told what to do without a second factor, and without the role', async () => {
    const email = 'kim@operators.test'
    await newAccount(email)
    expect(await run('kim', ['login', '--email', email], [password])).toMatchObject({
      code: 1,
      told: expect.stringContaining('is no operator'),
    })
    await run('kim', ['grant', email])
    const refused = await run('kim', ['login', '--email', email], [password])
    expect(refused).toMatchObject({ code: 1, told: expect.stringContaining('has no second factor; add one in the portal') })
    expect(await run('kim', ['login', '--email', email], ['wrong'])).toMatchObject({
      code: 1,
      told: expect.stringContaining('password is not right'),
    })
    expect((await run('kim', ['revoke', email])).output).toContain('is no operator any more')
  })
})

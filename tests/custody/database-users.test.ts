import { createHash } from 'node:crypto'
import { freshDatabase } from '@gateway/testing/database'
import { migrate } from '@gateway/db/migrate'
import { openOrm } from '@gateway/db/orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { functionGrants, grants } from '@gateway/db/grants'
import { databaseRoles, type DatabaseRole, loginAs, loginOf } from '@gateway/db/roles'

const FORBIDDEN = '42501'

let owner: pg.Client
const clients = new Map<DatabaseRole, pg.Client>()
beforeAll(async () => {
  const url = await freshDatabase()
  // Grants on the database itself are not copied from a template.
  await migrate({ url })
  owner = new pg.Client(url)
  await owner.connect()
  for (const role of databaseRoles) {
    const client = new pg.Client(loginAs(role, url))
    await client.connect()
    clients.set(role, client)
  }
})
afterAll(async () => {
  for (const client of [owner, ...clients.values()]) await client.end()
})

/** Whether a role has the permission for a statement; other errors count as allowed. Rolls back. */
async function mayRun(role: DatabaseRole, statement: string): Promise<boolean> {
  const client = clients.get(role)
  if (!client) throw new Error(`${role} is not connected`)
  await client.query('BEGIN')
  const allowed = await client.query(statement).then(
    () => true,
    (error: pg.DatabaseError) => error.code !== FORBIDDEN,
  )
  await client.query('ROLLBACK')
  return allowed
}

/** The roles that may run a statement. */
async function thoseWhoMay(statement: string): Promise<DatabaseRole[]> {
  const allowed: DatabaseRole[] = []
  for (const role of databaseRoles) if (await mayRun(role, statement)) allowed.push(role)
  return allowed
}

const insert = (table: string): string => `INSERT INTO ${table} DEFAULT VALUES`
const set = (table: string, column: string): string => `UPDATE ${table} SET ${column} = ${column} WHERE false`

describe('only the responsible role may write', () => {
  test.each<[string, DatabaseRole[]]>([
    ['payout_terms', ['api', 'series', 'operator']],
    ['payout_terms_pin', ['signer']],
    ['refund', ['api', 'operator']],
    ['held_decision', ['api']],
    ['address_pool', ['signer']],
    ['spend_attempt', ['signer']],
    ['nonce_slot', ['signer']],
    ['utxo_lock', ['signer']],
    ['deposit', ['chain']],
    ['observation', ['chain']],
    ['chain_cursor', ['chain']],
    ['payment', ['api']],
    ['payment_rules', ['api']],
    ['merchant', ['api']],
    ['approval', []],
    ['unsupported_token_flush', ['chain']],
    ['pause', []],
    ['rate_snapshot', ['rates']],
    ['rate_source', ['rates']],
    ['rate_confirmation', ['operator']],
  ])('inserts into %s are allowed to the listed roles only', async (table, roles) =>
    expect(await thoseWhoMay(insert(table))).toEqual(roles),
  )

  test.each<[string, string, DatabaseRole[]]>([
    ['payout_terms', 'recipients', []],
    ['payout_terms', 'address', []],
    ['payout_terms_pin', 'usable_at', []],
    ['payment', 'rules_id', []],
    ['payment', 'tolerance_bps', []],
    ['payment_rules', 'content', []],
    ['payment_rules', 'id', []],
    ['refund', 'payment_id', []],
    ['held_decision', 'state', ['relay']],
    ['held_decision', 'next_attempt_at', ['relay']],
    ['held_decision', 'kind', []],
    ['held_decision', 'seen_units', []],
    ['held_decision', 'payment_id', []],
    ['refund', 'token_hash', []],
    ['refund', 'payout_terms_id', ['api', 'operator']],
    ['address_pool', 'claimed_by', ['api', 'series', 'signer']],
    ['broadcast_high_water', 'seq', ['signer']],
    ['decision_count', 'seq', ['processor', 'lightning', 'signer']],
    ['decision_count', 'since_attempt', []],
    ['policy_decision', 'mac', []],
    ['recovery', 'recovered_at', []],
    ['address_pool', 'address', []],
    ['address_pool', 'sig', []],
    ['spend_intent', 'state', ['chain', 'signer']],
    ['spend_intent', 'lead_id', ['signer']],
    ['spend_intent', 'amount', ['chain']],
    ['spend_intent', 'merchant_units', ['chain']],
    ['spend_intent', 'fee_units', ['chain']],
    ['spend_intent', 'network_fee_units', ['chain']],
    ['spend_intent', 'short_units', ['chain']],
    ['spend_intent', 'asset', []],
    ['spend_intent', 'payout_terms_id', []],
    ['spend_intent', 'ref', []],
    ['spend_attempt', 'raw', []],
    ['spend_attempt', 'handle', []],
    ['spend_attempt', 'fee', ['chain']],
    ['spend_attempt', 'posting', ['chain']],
    ['deposit', 'units', ['chain']],
    ['deposit', 'address', ['chain']],
    ['deposit', 'intent_id', ['payments', 'relay', 'chain', 'operator']],
    ['approval', 'terms', []],
    ['approval', 'operator', []],
    ['unsupported_token_flush', 'token', []],
    ['payment', 'resolution', ['payments', 'relay', 'chain', 'signer', 'operator']],
    ['account', 'bal', ['payments', 'relay', 'chain', 'processor', 'lightning', 'signer', 'operator']],
    ['account', 'floor', []],
    ['transfer', 'ref', []],
    ['entry', 'amount', []],
    ['event', 'body', []],
    ['audit_entry', 'actor', []],
    ['merchant', 'operator_since', []],
    ['pause', 'paused_at', []],
    ['pause', 'revision', []],
    ['rate_snapshot', 'prices', []],
    ['rate_poll_lease', 'begun_at', ['rates']],
    ['rate_confirmation', 'rate', []],
    ['webhook_endpoint', 'sealed_secret', ['api']],
  ])('updates of %s.%s are allowed to the listed roles only', async (table, column, roles) =>
    expect(await thoseWhoMay(set(table, column))).toEqual(roles),
  )

  test.each<[string, string, DatabaseRole[]]>([
    ['merchant', 'password_hash', ['api']],
    ['api_key', 'digest', ['api']],
    ['session', 'id', ['api']],
    ['webhook_endpoint', 'sealed_secret', ['api', 'webhooks']],
  ])('%s.%s is readable by its own roles only', async (table, column, roles) =>
    expect(await thoseWhoMay(`SELECT ${column} FROM ${table}`)).toEqual(roles),
  )
})

test('the rates role reads tables of rates only, none of merchants, payments or keys', async () => {
  const readable: string[] = []
  for (const table of Object.keys(grants)) if (await mayRun('rates', `SELECT FROM "${table}"`)) readable.push(table)
  expect(readable.toSorted()).toEqual(['rate_confirmation', 'rate_poll_lease', 'rate_snapshot', 'rate_source', 'role_heartbeat'])
})

describe('write-once columns', () => {
  const [first, second] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
  const intent = (
    id: string,
    state: string,
  ) => `INSERT INTO spend_intent (id, purpose, ref, lead_id, chain, asset, mode, business_id, amount,
      merchant_units, fee_units, network_fee_units, payout_terms_id, state, created_at, updated_at)
    VALUES ('${id}', 'forward', '${id}', '${id}', 'BTC', 'BTC', 'live', '${id}', 100, 99, 1, 0, '${id}', '${state}', now(), now())`

  beforeAll(async () => {
    // Payouts without their payments.
    await owner.query('SET session_replication_role = replica')
    for (const [id, state] of [[first, 'planned'] as const, [second, 'final'] as const]) await owner.query(intent(id, state))
    await owner.query('SET session_replication_role = DEFAULT')
    await owner.query(`INSERT INTO address_pool VALUES ('BTC', 0, 0, 'free', '', NULL), ('BTC', 0, 1, 'taken', '', '${first}')`)
    await owner.query(`INSERT INTO deposit (id, chain, ref, tx_id, address, subject, subject_id, asset, units, state, arrived_at, intent_id)
      SELECT name, 'BTC', name, name, 'a', 'payment', 'p', 'BTC', 1, 'seen', now(), taken::uuid
      FROM (VALUES ('free', NULL), ('taken', '${first}')) AS one (name, taken)`)
  })

  test('no role can reassign a claimed pool address, not even the owner of the tables', async () => {
    const claim = (address: string, by: string) => `UPDATE address_pool SET claimed_by = ${by} WHERE address = '${address}'`
    expect(await thoseWhoMay(claim('free', `'${second}'`))).toEqual(['api', 'series', 'signer'])
    expect(await thoseWhoMay(claim('taken', `'${second}'`))).toEqual([])
    expect(await thoseWhoMay(claim('taken', 'NULL'))).toEqual([])
    await expect(owner.query(claim('taken', 'NULL'))).rejects.toThrow('whose an address is is said once')
  })

  test('no role but chain can move a deposit from one payout to another', async () => {
    const give = (id: string, to: string) => `UPDATE deposit SET intent_id = ${to} WHERE id = '${id}'`
    expect(await thoseWhoMay(give('free', `'${second}'`))).toEqual(['payments', 'relay', 'chain', 'operator'])
    expect(await thoseWhoMay(give('taken', `'${second}'`))).toEqual(['chain'])
    expect(await thoseWhoMay(give('taken', 'NULL'))).toEqual(['chain'])
  })

  test('no role can change or delete payment rules, not even the owner of the tables', async () => {
    for (const statement of [
      "UPDATE payment_rules SET content = replace(content, '9800', '1')",
      'DELETE FROM payment_rules',
      'TRUNCATE payment_rules CASCADE',
      "UPDATE payment_rules SET content = content WHERE id = 'none'",
    ]) {
      expect(await thoseWhoMay(statement)).toEqual([])
      await expect(owner.query(statement)).rejects.toThrow('by what payments are judged is said once')
    }
  })

  test('an id of payment rules accepts only the content that it was computed from', async () => {
    const content = '{}'
    const id = createHash('sha256').update(content).digest('hex').slice(0, 16)
    const store = (as: string, text: string) => owner.query('INSERT INTO payment_rules VALUES ($1, $2, now())', [as, text])
    await expect(store('0000000000000000', content)).rejects.toThrow('violates check constraint "payment_rules_check"')
    await expect(store(id, `${content} `)).rejects.toThrow('violates check constraint "payment_rules_check"')
    expect((await store(id, content)).rowCount).toBe(1)
  })

  test('no role can change the paid amounts of a final payout; before that only the chain role can', async () => {
    const pay = (id: string) => `UPDATE spend_intent SET merchant_units = 98, network_fee_units = 1 WHERE id = '${id}'`
    expect(await thoseWhoMay(pay(first))).toEqual(['chain'])
    expect(await thoseWhoMay(pay(second))).toEqual([])
    expect(await thoseWhoMay(`UPDATE spend_intent SET state = 'broadcast', posting = posting + 1 WHERE id = '${second}'`)).toEqual([
      'chain',
    ])
  })
})

test('no SECURITY DEFINER function is executable by PUBLIC before the grants are applied', async () => {
  const orm = await openOrm({ url: await freshDatabase(undefined, 'template0'), poolSize: 1 })
  await orm.migrator.up()
  const open = await orm.em.fork().execute(`SELECT fn.oid::regprocedure::text FROM pg_proc AS fn
    WHERE fn.prosecdef AND fn.pronamespace = 'public'::regnamespace
      AND EXISTS (SELECT FROM aclexplode(coalesce(fn.proacl, acldefault('f', fn.proowner))) AS given WHERE given.grantee = 0)`)
  await orm.close()
  expect(open).toEqual([])
})

describe('a serving role', () => {
  test.each(Object.keys(grants))('cannot truncate or alter %s', async (table) => {
    expect(await thoseWhoMay(`TRUNCATE "${table}"`)).toEqual([])
    expect(await thoseWhoMay(`ALTER TABLE "${table}" ADD COLUMN more int`)).toEqual([])
    expect(await thoseWhoMay(`ALTER TABLE "${table}" DISABLE TRIGGER ALL`)).toEqual([])
  })

  test.each([
    'account',
    'transfer',
    'entry',
    'event',
    'spend_intent',
    'spend_attempt',
    'nonce_slot',
    'utxo_lock',
    'payout_terms',
    'payment',
    'payment_rules',
    'deposit',
  ])('cannot delete from %s', async (table) => expect(await thoseWhoMay(`DELETE FROM ${table} WHERE false`)).toEqual([]))

  test('cannot create tables, users or functions, nor act as another role', async () => {
    expect(await thoseWhoMay('CREATE TABLE mine (id int)')).toEqual([])
    expect(await thoseWhoMay('CREATE ROLE mine')).toEqual([])
    expect(await thoseWhoMay('CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$')).toEqual([])
    for (const other of databaseRoles) expect(await thoseWhoMay(`SET ROLE ${loginOf(other)}`)).toEqual([other])
  })

  test('cannot create temporary tables, temporary functions or schemas', async () => {
    expect(await thoseWhoMay('CREATE TEMPORARY TABLE mine (id int)')).toEqual([])
    expect(await thoseWhoMay('CREATE FUNCTION pg_temp.mine() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$')).toEqual([])
    expect(await thoseWhoMay('CREATE SCHEMA mine')).toEqual([])
  })

  test.each([
    'lo_creat(-1)',
    'lo_create(0)',
    "lo_from_bytea(0, 'x')",
    "lo_put(1, 0, 'x')",
    "lowrite(0, 'x')",
    'lo_truncate(0, 0)',
    'lo_truncate64(0, 0)',
    'lo_unlink(1)',
    "lo_import('/etc/hostname')",
    "lo_import('/etc/hostname', 1)",
  ])('cannot write large objects by %s', async (call) => expect(await thoseWhoMay(`SELECT ${call}`)).toEqual([]))

  test('owns no relation and has no attribute that bypasses the grants', async () => {
    const names = databaseRoles.map(loginOf)
    const owned = await owner.query('SELECT relname FROM pg_class WHERE relowner::regrole::text = ANY($1)', [names])
    expect(owned.rows).toEqual([])
    const mighty = await owner.query(
      'SELECT rolname FROM pg_roles WHERE rolname = ANY($1) AND (rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR rolreplication)',
      [names],
    )
    expect(mighty.rows).toEqual([])
  })

  test('cannot write to any table as the audit user', async () => {
    for (const table of Object.keys(grants)) {
      expect(await mayRun('audit', insert(`"${table}"`))).toBe(false)
      expect(await mayRun('audit', `DELETE FROM "${table}" WHERE false`)).toBe(false)
    }
  })
})

/** A merchant with a verified account, an operator by default; returns its id. */
async function newMerchant({ isOperator = true } = {}): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `INSERT INTO merchant (id, email, password_hash, created_at, email_verified_at, operator_since)
      VALUES (gen_random_uuid(), gen_random_uuid() || '@example.com', '', now(), now(), CASE WHEN $1 THEN now() END) RETURNING id`,
    [isOperator],
  )
  return rows[0]?.id ?? ''
}

/** A session of a terminal with a second factor, as `changes` to its columns leave it; returns its id. */
async function openSession(merchantId: string, changes: Readonly<Record<string, string>> = {}): Promise<string> {
  const columns = {
    opened_in: "'terminal'",
    second_factor: 'true',
    confirmed_at: 'now()',
    expires_at: "now() + interval '1 hour'",
    ...changes,
  }
  const { rows } = await owner.query<{ id: string }>(
    `INSERT INTO session (id, merchant_id, created_at, browser, ${Object.keys(columns).join(', ')})
      VALUES (gen_random_uuid(), $1, now() - interval '1 hour', 'a test', ${Object.values(columns).join(', ')}) RETURNING id`,
    [merchantId],
  )
  return rows[0]?.id ?? ''
}

/** Approves lifting the pause of BTC in a session, as the operators' database user; returns the approving operator, null when refused. */
async function approveIn(session: string, revision: number): Promise<unknown> {
  const terms = { revision: String(revision) }
  const answer = await clients.get('operator')?.query("SELECT approve_as($1, 'lift', 'chain:BTC', $2, NULL) AS by", [session, terms])
  return answer?.rows[0]?.by
}

describe('a pause', () => {
  test('accepts a pause from every serving role and a lift from the signer alone', async () => {
    const stop = "SELECT pause_set('global', 'test', 'a drill', now())"
    expect(await thoseWhoMay(stop)).toEqual(databaseRoles.filter((role) => role !== 'audit'))
    await clients.get('api')?.query(stop)
    expect(await thoseWhoMay("SELECT pause_lift('global')")).toEqual(['signer'])
    const write = "UPDATE pause SET paused_at = NULL, paused_by = NULL, reason = NULL WHERE scope = 'global'"
    expect(await thoseWhoMay(write)).toEqual([])
    expect(await thoseWhoMay("SELECT FROM pause WHERE scope = 'global' FOR UPDATE")).toEqual([])
    await clients.get('webhooks')?.query("SELECT pause_set('global', 'another', 'another drill', now())")
    const { rows } = await owner.query("SELECT paused_by, reason FROM pause WHERE scope = 'global'")
    expect(rows).toEqual([{ paused_by: 'test', reason: 'a drill; another drill' }])
  })

  test('needs two different operators to lift, and a further reason withdraws their approvals', async () => {
    const sessions = { anna: await openSession(await newMerchant()), ben: await openSession(await newMerchant()) }
    const approve = (by: keyof typeof sessions, revision: number) => approveIn(sessions[by], revision)
    const lift = async () => (await clients.get('signer')?.query("SELECT pause_lift('chain:BTC') AS lifted"))?.rows[0]?.lifted
    const stop = (reason: string) => clients.get('chain')?.query("SELECT pause_set('chain:BTC', 'watcher', $1, now())", [reason])
    await expect(approve('anna', 0)).rejects.toThrow('chain:BTC is not paused as it was')
    await stop('odd blocks')
    await expect(approve('ben', 2)).rejects.toThrow('chain:BTC is not paused as it was')
    for (let time = 0; time < 2; time++) await approve('anna', 1)
    expect(await lift()).toBe(false)
    await stop('odder blocks')
    await approve('ben', 2)
    expect(await lift()).toBe(false)
    await approve('anna', 2)
    expect([await lift(), await lift()]).toEqual([true, false])
    await stop('odd blocks again')
    expect(await lift()).toBe(false)
  })

  test('covers a merchant whom the API has just registered', async () => {
    const api = clients.get('api')
    await api?.query("INSERT INTO merchant (id, email, password_hash, created_at) VALUES (gen_random_uuid(), 'new@example.com', '', now())")
    const { rows } = await owner.query(
      "SELECT scope FROM pause JOIN merchant ON scope = 'merchant:' || merchant.id WHERE email = 'new@example.com'",
    )
    expect(rows).toHaveLength(1)
  })
})

describe('an approval', () => {
  const countApprovals = async () => (await owner.query('SELECT FROM approval')).rowCount
  const revision = async () => (await owner.query("SELECT revision FROM pause WHERE scope = 'chain:BTC'")).rows[0]?.revision
  beforeAll(() => owner.query("SELECT pause_set('chain:BTC', 'watcher', 'a drill of approvals', now())"))

  test('an approval is given by the operator whose session it is, once, and by no role directly', async () => {
    const merchant = await newMerchant()
    const session = await openSession(merchant)
    const before = await countApprovals()
    for (let time = 0; time < 2; time++) expect(await approveIn(session, await revision())).toBe(`operator:${merchant}`)
    expect(await approveIn(await openSession(merchant), await revision())).toBe(`operator:${merchant}`)
    expect(await countApprovals()).toBe(Number(before) + 1)
    const forged = "INSERT INTO approval (kind, subject, terms, operator, at) VALUES ('lift', 'chain:BTC', '{}', 'operator:anna', now())"
    expect(await thoseWhoMay(forged)).toEqual([])
    expect(await thoseWhoMay(`SELECT approve_as('${session}', 'lift', 'chain:BTC', '{}', NULL)`)).toEqual(['operator'])
    expect(await thoseWhoMay(`SELECT operator_of('${session}')`)).toEqual(['chain', 'operator'])
  })

  test('an approval is given in the portal within five minutes of a confirmation', async () => {
    const merchant = await newMerchant()
    const inPortal = (confirmed_at: string) => openSession(merchant, { opened_in: "'portal'", confirmed_at })
    expect(await approveIn(await inPortal("now() - interval '6 minutes'"), await revision())).toBeNull()
    expect(await approveIn(await inPortal("now() - interval '4 minutes'"), await revision())).toBe(`operator:${merchant}`)
  })

  test.each<[string, Readonly<Record<string, string>>]>([
    ['a session that was signed out', { revoked_at: 'now()' }],
    ['an expired session', { expires_at: "now() - interval '1 second'" }],
    ['a session without a second factor', { second_factor: 'false' }],
    ['a session of the API', { opened_in: "'api'" }],
  ])('an approval is not given in %s', async (_, changes) => {
    const before = await countApprovals()
    expect(await approveIn(await openSession(await newMerchant(), changes), await revision())).toBeNull()
    expect(await countApprovals()).toBe(before)
  })

  test('an approval is not given by a merchant who is not an operator, or not any more, nor without a session', async () => {
    const before = await countApprovals()
    expect(await approveIn(await openSession(await newMerchant({ isOperator: false })), await revision())).toBeNull()
    const merchant = await newMerchant()
    const session = await openSession(merchant)
    await owner.query('UPDATE merchant SET operator_since = NULL WHERE id = $1', [merchant])
    expect(await approveIn(session, await revision())).toBeNull()
    expect(await approveIn('00000000-0000-4000-8000-ffffffffffff', await revision())).toBeNull()
    expect(await countApprovals()).toBe(before)
  })

  test('nobody but the owner of the schema makes an operator', async () => {
    const columns = 'id, email, password_hash, created_at, operator_since'
    const made = `INSERT INTO merchant (${columns}) VALUES (gen_random_uuid(), 'thief@example.com', '', now(), now())`
    expect(await thoseWhoMay(made)).toEqual([])
  })
})

test('every SECURITY DEFINER function is in the table of grants and not executable by PUBLIC', async () => {
  const { rows } = await owner.query<{ name: string; open: boolean }>(
    `SELECT proname AS name, EXISTS (SELECT FROM aclexplode(coalesce(proacl, acldefault('f', proowner))) WHERE grantee = 0) AS open
    FROM pg_proc WHERE prosecdef AND pronamespace = 'public'::regnamespace AND prorettype <> 'trigger'::regtype`,
  )
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(functionGrants).toSorted())
  expect(rows.filter(({ open }) => open)).toEqual([])
})

test('every table of the database is in the table of grants', async () => {
  const { rows } = await owner.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
  )
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...Object.keys(grants), 'mikro_orm_migrations'].toSorted())
})

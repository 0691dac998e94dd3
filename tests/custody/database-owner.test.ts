import { migrate } from '@gateway/db/migrate'
import { loginAs } from '@gateway/db/roles'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

const NAME = `owner_${process.pid}_${Date.now().toString(36)}`
const at = (changes: { username?: string; pathname?: string }): string => Object.assign(new URL(inject('postgresUrl')), changes).toString()
const owned = () => at({ username: NAME, pathname: `/${NAME}` })

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

beforeAll(() => run(at({}), `CREATE ROLE ${NAME} LOGIN CREATEROLE`, `CREATE DATABASE ${NAME} OWNER ${NAME}`))
afterAll(() => run(at({}), `DROP DATABASE ${NAME} WITH (FORCE)`, `DROP ROLE ${NAME}`))

test('an owner without superuser rights migrates, revokes temporary tables, and gets the statements that a superuser must run', async () => {
  const left = await migrate({ url: owned() })
  expect(left).toEqual([expect.stringMatching(/^REVOKE EXECUTE ON FUNCTION lo_creat\(integer\), .*lowrite\(integer,bytea\) FROM PUBLIC$/)])
  await expect(run(loginAs('api', owned()), 'CREATE TEMPORARY TABLE mine (id int)')).rejects.toThrow('permission denied')
  await run(at({ pathname: `/${NAME}` }), ...left)
  await expect(run(loginAs('api', owned()), 'SELECT lo_create(0)')).rejects.toThrow('permission denied')
  expect(await migrate({ url: owned() })).toEqual([])
})

test('a user who does not own the database gets the statement that revokes temporary tables', async () => {
  await run(at({}), `ALTER DATABASE ${NAME} OWNER TO postgres`, `GRANT TEMPORARY ON DATABASE ${NAME} TO PUBLIC`)
  expect(await migrate({ url: owned() })).toEqual([`REVOKE TEMPORARY ON DATABASE ${NAME} FROM PUBLIC`])
})

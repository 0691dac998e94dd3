import { DatabaseEnv } from '@gateway/db/env'
import { migrate, openOrm } from '@gateway/db/orm'
import { messageOf } from '@gateway/domain/kernel/error'
import { readSettings } from '@gateway/operations/settings'

// Brings the schema of DATABASE_URL up to date; what is up to date already is left alone.
try {
  const { DATABASE_URL: url } = readSettings(DatabaseEnv.pick({ DATABASE_URL: true }), process.env)
  const orm = await openOrm({ url, poolSize: 1 })
  try {
    await migrate(orm)
  } finally {
    await orm.close()
  }
  console.log('The schema is up to date.')
} catch (error) {
  console.error(`The schema could not be brought up to date: ${messageOf(error)}`)
  process.exitCode = 1
}

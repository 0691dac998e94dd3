import { DatabaseEnv } from '@gateway/db/env'
import { migrate } from '@gateway/db/orm'
import { messageOf } from '@gateway/domain/kernel/error'
import { readSettings } from '@gateway/operations/settings'

// Brings the schema of DATABASE_URL up to date; what is up to date already is left alone.
try {
  const { DATABASE_URL: url } = readSettings(DatabaseEnv.pick({ DATABASE_URL: true }), process.env)
  await migrate({ url })
  console.log('The schema is up to date.')
} catch (error) {
  console.error(`The schema could not be brought up to date: ${messageOf(error)}`)
  process.exitCode = 1
}

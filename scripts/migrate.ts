import { DatabaseEnv } from '@gateway/db/env'
import { migrate } from '@gateway/db/orm'
import { messageOf } from '@gateway/domain/kernel/error'
import { readSettings } from '@gateway/operations/kernel/settings'

// Brings the schema of DATABASE_URL up to date; what is up to date already is left alone.
try {
  const { DATABASE_URL: url } = readSettings(DatabaseEnv.pick({ DATABASE_URL: true }), process.env)
  const left = await migrate({ url })
  console.log('The schema is up to date.')
  if (left.length > 0) {
    console.warn('Users of the database may still do more than they need. Have a superuser run this once, connected to this database:')
    for (const statement of left) console.warn(`  ${statement};`)
  }
} catch (error) {
  console.error(`The schema could not be brought up to date: ${messageOf(error)}`)
  process.exitCode = 1
}

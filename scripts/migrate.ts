import { DatabaseEnv } from '@gateway/db/env'
import { migrate } from '@gateway/db/migrate'
import { messageOf } from '@gateway/domain/kernel/error'
import { readSettings } from '@gateway/operations/kernel/settings'

// Migrates the schema of DATABASE_URL; repeating it has no effect.
try {
  const { DATABASE_URL: url } = readSettings(DatabaseEnv.pick({ DATABASE_URL: true }), process.env)
  const left = await migrate({ url })
  console.log('The schema is up to date.')
  if (left.length > 0) {
    console.warn('The database users still have unneeded rights. Run this once as superuser, connected to this database:')
    for (const statement of left) console.warn(`  ${statement};`)
  }
} catch (error) {
  console.error(`migration failed: ${messageOf(error)}`)
  process.exitCode = 1
}

import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** Requests are limited, and answered once for each of their callers' keys. */
export class Migration202611210026 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611210026-request-rules.sql', import.meta.url), 'utf8'))
  }
}

import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** Keys open what they were made for. */
export class Migration202611210025 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611210025-scopes.sql', import.meta.url), 'utf8'))
  }
}

import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** What the signer's file knows, and what was done after a restore. */
export class Migration202611210012 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611210012-recovery.sql', import.meta.url), 'utf8'))
  }
}

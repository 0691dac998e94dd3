import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** What the signer has pinned, and what its policy has decided. */
export class Migration202611210010 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611210010-pins-and-policy.sql', import.meta.url), 'utf8'))
  }
}

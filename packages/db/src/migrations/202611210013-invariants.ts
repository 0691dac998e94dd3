import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** What the regular looks at the invariants remember, and the indexes that keep them cheap. */
export class Migration202611210013 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611210013-invariants.sql', import.meta.url), 'utf8'))
  }
}

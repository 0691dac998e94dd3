import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** Held money can go back to who sent it. */
export class Migration202611210017 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611210017-returns.sql', import.meta.url), 'utf8'))
  }
}

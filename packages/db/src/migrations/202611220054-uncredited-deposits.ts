import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** What should be in the book and is not is found by an index. */
export class Migration202611220054 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611220054-uncredited-deposits.sql', import.meta.url), 'utf8'))
  }
}

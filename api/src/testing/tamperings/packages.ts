import { funded, hana, type Tamperings } from '../tampering.ts';

const promises = 'what is committed is what is promised and not yet paid';
const locked = 'the locked USDP of each member is what has not come back of their packages';
const parts = 'the parts of a package make it up, each on its day';
const cameBack = 'a part that came back has its own journal, with its amount, and not before its day';
const bought = 'a package was paid for, and its reward reserved, in the journal that it was bought by';

/** What packages have to show. */
export const packageTamperings: Tamperings = {
  'a commitment to nobody': { red: [promises], does: funded('604', '+'), undoes: funded('604', '-') },
  'a package that nobody paid for': {
    red: [promises, locked, bought],
    does: [
      `INSERT INTO package SELECT gen_random_uuid(), ${hana}, 'level', 'Clear', 3, 0, 1, 20000, 1, 30, now(),
         (now() AT TIME ZONE 'UTC')::date, gen_random_uuid()`,
      `INSERT INTO package_loop (package, n, member, due_on, value, reward)
         SELECT id, 1, member, start_day + 30, 3, 1 FROM package`,
    ],
    undoes: ['DELETE FROM package_loop', 'DELETE FROM package'],
  },
  'a package that lacks a part': {
    red: [parts, bought],
    does: [
      `INSERT INTO package SELECT gen_random_uuid(), ${hana}, 'level', 'Clear', 3, 0, 1, 20000, 1, 30, now(),
         (now() AT TIME ZONE 'UTC')::date, gen_random_uuid()`,
    ],
    undoes: ['DELETE FROM package'],
  },
  'a part that came back by no journal': {
    red: [parts, cameBack],
    does: [
      `INSERT INTO package_loop VALUES (gen_random_uuid(), 1, ${hana}, current_date, 3, 0, gen_random_uuid(), now())`,
    ],
    undoes: ['DELETE FROM package_loop'],
  },
};

-- What is due and pays to an address is looked for before each batch of what does not, and on most days there is none: found
-- without reading all that is due.
CREATE INDEX stake_due_to_address ON stake (matures_on, member, option DESC, id) WHERE state = 'ongoing' AND pay_to = 'address';

-- Names in the words of the field: nothing but names changes.

ALTER TABLE stake_event RENAME COLUMN told TO notified;
ALTER INDEX stake_event_untold RENAME TO stake_event_unnotified;

ALTER TABLE exchange_pair RENAME COLUMN from_house TO from_system;
ALTER TABLE exchange_pair RENAME COLUMN to_house TO to_system;
ALTER TABLE exchange_pair RENAME CONSTRAINT exchange_pair_from_house_fkey TO exchange_pair_from_system_fkey;
ALTER TABLE exchange_pair RENAME CONSTRAINT exchange_pair_to_house_fkey TO exchange_pair_to_system_fkey;

ALTER INDEX audit_event_deeds RENAME TO audit_event_actions;
ALTER INDEX deposit_transfer_aside RENAME TO deposit_transfer_suspense;
ALTER TABLE withdrawal RENAME CONSTRAINT withdrawal_worth_check TO withdrawal_usd_value_check;

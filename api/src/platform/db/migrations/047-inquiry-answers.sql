-- The last answer of a thread is found without reading it: since when an inquiry waits is asked for each line of a list.
CREATE INDEX inquiry_message_answer ON inquiry_message (inquiry, id) WHERE author = 'operator';

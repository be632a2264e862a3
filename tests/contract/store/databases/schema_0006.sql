BEGIN TRANSACTION;
CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY);
INSERT INTO "alembic_version" VALUES('0006');
CREATE TABLE annotations (
	id VARCHAR(40) NOT NULL, 
	review_id VARCHAR(40) NOT NULL, 
	revision INTEGER NOT NULL, 
	live_on INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	words TEXT NOT NULL, 
	text TEXT NOT NULL, 
	label TEXT, 
	tip TEXT, 
	images TEXT NOT NULL, 
	quote TEXT NOT NULL, 
	place TEXT, 
	position INTEGER NOT NULL, 
	lines TEXT, 
	occurrence TEXT NOT NULL, 
	anchor TEXT, 
	status VARCHAR(16) NOT NULL, 
	removed BOOLEAN NOT NULL, 
	version INTEGER NOT NULL, 
	created_at BIGINT NOT NULL, 
	changed_at BIGINT NOT NULL, 
	made_by TEXT NOT NULL, 
	sent_on INTEGER, 
	kept_from INTEGER, 
	PRIMARY KEY (id), 
	FOREIGN KEY(review_id) REFERENCES reviews (id)
);
INSERT INTO "annotations" VALUES('an_00000000000000000000000005','rv_01m5vj1ndr0000000000000002',1,1,'replacement','In pieces.','Read the file in pieces','label one','a tip','[{"media_type":"image/png","name":"one.png","sha256":"d6ce350bb1a8674f5fbfb449df201bc119c7986562e13c9bc83d54e1c8504af3"}]','Read the file','{"end":13,"end_block":"b95843d483867","start":0,"start_block":"b95843d483867"}',18,'[3,3]','[1,1]','{"between":0,"blocks":[{"block":"b95843d483867","copies":1,"hash":"eee603e1","kind":"paragraph","length":13,"lines":[3,3],"neighbours":["b2215761","","","acf0ea3a","382b0904",""],"offset":0,"ordinal":1,"section":["b2215761"],"text":"Read the file, then check each row.","text_at":null}],"doc":{"kind":"plan","rev":"b1383655831570dbdfe17209b471d1636c0e93c3211badc9c1a542dad0545e84"},"selectors":[{"exact":"Read the file","prefix":"Import the orders\n","suffix":", then check each row.\nThe totals are kept in cents.\nDelete the ","type":"TextQuoteSelector"},{"end":31,"start":18,"type":"TextPositionSelector"}],"unit":"utf16","v":1}','addressed',0,1,1793000005000,1793000005000,'si_me',1,NULL);
INSERT INTO "annotations" VALUES('an_00000000000000000000000006','rv_01m5vj1ndr0000000000000002',1,2,'comment','Why?','',NULL,NULL,'[]','totals are kept','{"end":19,"end_block":"b2bb5009b7f50","start":4,"start_block":"b2bb5009b7f50"}',58,'[5,5]','[1,1]','{"between":0,"blocks":[{"block":"b2bb5009b7f50","copies":1,"hash":"acf0ea3a","kind":"paragraph","length":15,"lines":[5,5],"neighbours":["eee603e1","b2215761","","382b0904","",""],"offset":4,"ordinal":1,"section":["b2215761"],"text":"The totals are kept in cents.","text_at":null}],"doc":{"kind":"plan","rev":"b1383655831570dbdfe17209b471d1636c0e93c3211badc9c1a542dad0545e84"},"selectors":[{"exact":"totals are kept","prefix":"Import the orders\nRead the file, then check each row.\nThe ","suffix":" in cents.\nDelete the old table.","type":"TextQuoteSelector"},{"end":73,"start":58,"type":"TextPositionSelector"}],"unit":"utf16","v":1}','open',0,1,1793000006000,1793000006000,'si_me',NULL,NULL);
INSERT INTO "annotations" VALUES('an_00000000000000000000000007','rv_01m5vj1ndr0000000000000002',1,2,'deletion','','',NULL,NULL,'[]','Delete the old table.','{"end":21,"end_block":"bde9462e248f1","start":0,"start_block":"bde9462e248f1"}',84,'[7,7]','[1,1]','{"between":0,"blocks":[{"block":"bde9462e248f1","copies":1,"hash":"382b0904","kind":"paragraph","length":21,"lines":[7,7],"neighbours":["acf0ea3a","eee603e1","b2215761","","",""],"offset":0,"ordinal":1,"section":["b2215761"],"text":"Delete the old table.","text_at":null}],"doc":{"kind":"plan","rev":"b1383655831570dbdfe17209b471d1636c0e93c3211badc9c1a542dad0545e84"},"selectors":[{"exact":"Delete the old table.","prefix":"ad the file, then check each row.\nThe totals are kept in cents.\n","suffix":"","type":"TextQuoteSelector"},{"end":105,"start":84,"type":"TextPositionSelector"}],"unit":"utf16","v":1}','open',0,2,1793000007000,1793000016000,'si_me',2,1);
INSERT INTO "annotations" VALUES('an_00000000000000000000000008','rv_01m5vj1ndr0000000000000002',1,2,'note','On the whole.','',NULL,NULL,'[]','',NULL,0,NULL,'[1,1]',NULL,'open',0,3,1793000008000,1793000010000,'si_me',NULL,NULL);
INSERT INTO "annotations" VALUES('an_00000000000000000000000011','rv_01m5vj1ndr0000000000000002',1,1,'comment','Why?','',NULL,NULL,'[]','check each row','{"end":34,"end_block":"b95843d483867","start":20,"start_block":"b95843d483867"}',38,'[3,3]','[1,1]','{"between":0,"blocks":[{"block":"b95843d483867","copies":1,"hash":"eee603e1","kind":"paragraph","length":14,"lines":[3,3],"neighbours":["b2215761","","","acf0ea3a","382b0904",""],"offset":20,"ordinal":1,"section":["b2215761"],"text":"Read the file, then check each row.","text_at":null}],"doc":{"kind":"plan","rev":"b1383655831570dbdfe17209b471d1636c0e93c3211badc9c1a542dad0545e84"},"selectors":[{"exact":"check each row","prefix":"Import the orders\nRead the file, then ","suffix":".\nThe totals are kept in cents.\nDelete the old table.","type":"TextQuoteSelector"},{"end":52,"start":38,"type":"TextPositionSelector"}],"unit":"utf16","v":1}','open',1,2,1793000011000,1793000012000,'si_me',NULL,NULL);
INSERT INTO "annotations" VALUES('an_00000000000000000000000021','rv_01m5vj27080000000000000003',1,1,'comment','Why?','',NULL,NULL,'[]','without a heading','{"end":24,"end_block":"bce9d4ae1d79a","start":7,"start_block":"bce9d4ae1d79a"}',7,'[1,1]','[1,1]','{"between":0,"blocks":[{"block":"bce9d4ae1d79a","copies":1,"hash":"8694255d","kind":"paragraph","length":17,"lines":[1,1],"neighbours":["","","","","",""],"offset":7,"ordinal":1,"section":[],"text":"A text without a heading.","text_at":null}],"doc":{"kind":"plan","rev":"85aab5df2945867a304c9d68bbd3ecb05b33aa6ce70d49332a92b48121895a88"},"selectors":[{"exact":"without a heading","prefix":"A text ","suffix":".","type":"TextQuoteSelector"},{"end":24,"start":7,"type":"TextPositionSelector"}],"unit":"utf16","v":1}','open',0,1,1793000023000,1793000023000,'si_me',NULL,NULL);
INSERT INTO "annotations" VALUES('an_00000000000000000000000044','rv_01m5vkws10000000000000000a',1,1,'comment','Why?','',NULL,NULL,'[]','one','{"end":3,"end_block":"b88dc331031c3","start":0,"start_block":"b88dc331031c3"}',11,'[3,3]','[1,1]','{"between":0,"blocks":[{"block":"b88dc331031c3","copies":1,"hash":"7a6c86f1","kind":"item","length":3,"lines":[3,3],"neighbours":["c8bbcaff","","","11ca8a66","",""],"offset":0,"ordinal":1,"section":["c8bbcaff"],"text":"one","text_at":null}],"doc":{"kind":"plan","rev":"5dd7cae512c60c80b3203d5fab407bc6ef08e43ac96ec57a68f41f2e0d94e040"},"selectors":[{"exact":"one","prefix":"Still open\n","suffix":"\ntwo","type":"TextQuoteSelector"},{"end":14,"start":11,"type":"TextPositionSelector"}],"unit":"utf16","v":1}','open',0,1,1793001942000,1793001942000,'si_me',NULL,NULL);
CREATE TABLE desk_settings (
	name VARCHAR(64) NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "desk_settings" VALUES('single_keys','true');
INSERT INTO "desk_settings" VALUES('theme','"dark"');
INSERT INTO "desk_settings" VALUES('labels','[]');
CREATE TABLE drafts (
	review_id VARCHAR(40) NOT NULL, 
	slot VARCHAR(40) NOT NULL, 
	revision INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	mark TEXT, 
	kind VARCHAR(32), 
	version INTEGER NOT NULL, 
	saved_at BIGINT NOT NULL, 
	PRIMARY KEY (review_id, slot)
);
INSERT INTO "drafts" VALUES('rv_01m5vj27080000000000000003','answer',1,'unsent words',NULL,NULL,2,1793000022000);
CREATE TABLE entries (
	seq BIGINT NOT NULL, 
	at BIGINT NOT NULL, 
	kind VARCHAR(64) NOT NULL, 
	actor_kind VARCHAR(16) NOT NULL, 
	actor_id TEXT NOT NULL, 
	review VARCHAR(40), 
	revision INTEGER, 
	shown_sha256 VARCHAR(64), 
	body TEXT NOT NULL, 
	prev VARCHAR(64) NOT NULL, 
	hash VARCHAR(64) NOT NULL, 
	PRIMARY KEY (seq)
);
INSERT INTO "entries" VALUES(1,1793000000000,'hub_started','policy','hub',NULL,NULL,NULL,'{"version": "0.1.0"}','0000000000000000000000000000000000000000000000000000000000000000','9b18cea102c2d7fa35bdb42ee230cc56c5d3caf4598a8f0c5f7f41a1fb2a4f3d');
INSERT INTO "entries" VALUES(2,1793000001000,'signed_in','person','launch-code',NULL,NULL,NULL,'{"sign_in": "si_01m5vj1kf80000000000000001"}','9b18cea102c2d7fa35bdb42ee230cc56c5d3caf4598a8f0c5f7f41a1fb2a4f3d','6b227c173a25bc629d6910944faf3cac4dcea61513082f42b5f769f2ebfa718e');
INSERT INTO "entries" VALUES(3,1793000003000,'review_opened','agent','claude-code','rv_01m5vj1ndr0000000000000002',1,'10787dbd8c0f74a93360b7a03c7f638c17c50edc3bee70c5268918c458c12cb0','{"title": "Import the orders", "agent": "claude-code", "workspace": "/shop", "session": "conversation-1"}','6b227c173a25bc629d6910944faf3cac4dcea61513082f42b5f769f2ebfa718e','234ae189171153ba1497c770164d58e0a4b195a7d6369189737d725e4a32f09e');
INSERT INTO "entries" VALUES(4,1793000004000,'review_seen','person','si_me','rv_01m5vj1ndr0000000000000002',1,'10787dbd8c0f74a93360b7a03c7f638c17c50edc3bee70c5268918c458c12cb0','{}','234ae189171153ba1497c770164d58e0a4b195a7d6369189737d725e4a32f09e','65576daa9c95395ffc76ca82693a46fc494875f0b21c8765a44a421c8ee36d58');
INSERT INTO "entries" VALUES(5,1793000004000,'image_added','person','si_me',NULL,NULL,NULL,'{"sha256": "d6ce350bb1a8674f5fbfb449df201bc119c7986562e13c9bc83d54e1c8504af3", "media_type": "image/png", "size": 71}','65576daa9c95395ffc76ca82693a46fc494875f0b21c8765a44a421c8ee36d58','f44bf14c1cd7da7af5fb591788ff77c3841e879a5864a81f00c314514af62b9d');
INSERT INTO "entries" VALUES(6,1793000005000,'annotation_added','person','si_me','rv_01m5vj1ndr0000000000000002',1,'10787dbd8c0f74a93360b7a03c7f638c17c50edc3bee70c5268918c458c12cb0','{"annotation": "an_00000000000000000000000005", "review_id": "rv_01m5vj1ndr0000000000000002", "revision": 1, "live_on": 1, "kind": "replacement", "words": "In pieces.", "text": "Read the file in pieces", "label": "label one", "tip": "a tip", "images": "[{\"media_type\":\"image/png\",\"name\":\"one.png\",\"sha256\":\"d6ce350bb1a8674f5fbfb449df201bc119c7986562e13c9bc83d54e1c8504af3\"}]", "quote": "Read the file", "place": "{\"end\":13,\"end_block\":\"b95843d483867\",\"start\":0,\"start_block\":\"b95843d483867\"}", "position": 18, "lines": "[3,3]", "occurrence": "[1,1]", "anchor": "{\"between\":0,\"blocks\":[{\"block\":\"b95843d483867\",\"copies\":1,\"hash\":\"eee603e1\",\"kind\":\"paragraph\",\"length\":13,\"lines\":[3,3],\"neighbours\":[\"b2215761\",\"\",\"\",\"acf0ea3a\",\"382b0904\",\"\"],\"offset\":0,\"ordinal\":1,\"section\":[\"b2215761\"],\"text\":\"Read the file, then check each row.\",\"text_at\":null}],\"doc\":{\"kind\":\"plan\",\"rev\":\"b1383655831570dbdfe17209b471d1636c0e93c3211badc9c1a542dad0545e84\"},\"selectors\":[{\"exact\":\"Read the file\",\"prefix\":\"Import the orders\\n\",\"suffix\":\", then check each row.\\nThe totals are kept in cents.\\nDelete the \",\"type\":\"TextQuoteSelector\"},{\"end\":31,\"start\":18,\"type\":\"TextPositionSelector\"}],\"unit\":\"utf16\",\"v\":1}", "status": "open", "removed": false, "version": 1, "created_at": 1793000005000, "changed_at": 1793000005000, "made_by": "si_me", "sent_on": null, "kept_from": null, "placements": "[]"}','f44bf14c1cd7da7af5fb591788ff77c3841e879a5864a81f00c314514af62b9d','2677fb643d9c97242d50eb0609ff26cedc7bc68f3b09f9d55ef91df0d7db8840');
INSERT INTO "entries" VALUES(7,1793000006000,'annotation_added','person','si_me','rv_01m5vj1ndr0000000000000002',1,'10787dbd8c0f74a93360b7a03c7f638c17c50edc3bee70c5268918c458c12cb0','{"annotation": "an_00000000000000000000000006", "review_id": "rv_01m5vj1ndr0000000000000002", "revision": 1, "live_on": 1, "kind": "comment", "words": "Why?", "text": "", "label": null, "tip": null, "images": "[]", "quote": "totals are kept", "place": "{\"end\":19,\"end_block\":\"b2bb5009b7f50\",\"start\":4,\"start_block\":\"b2bb5009b7f50\"}", "position": 58, "lines": "[5,5]", "occurrence": "[1,1]", "anchor": "{\"between\":0,\"blocks\":[{\"block\":\"b2bb5009b7f50\",\"copies\":1,\"hash\":\"acf0ea3a\",\"kind\":\"paragraph\",\"length\":15,\"lines\":[5,5],\"neighbours\":[\"eee603e1\",\"b2215761\",\"\",\"382b0904\",\"\",\"\"],\"offset\":4,\"ordinal\":1,\"section\":[\"b2215761\"],\"text\":\"The totals are kept in cents.\",\"text_at\":null}],\"doc\":{\"kind\":\"plan\",\"rev\":\"b1383655831570dbdfe17209b471d1636c0e93c3211badc9c1a542dad0545e84\"},\"selectors\":[{\"exact\":\"totals are kept\",\"prefix\":\"Import the orders\\nRead the file, then check each row.\\nThe \",\"suffix\":\" in cents.\\nDelete the old table.\",\"type\":\"TextQuoteSelector\"},{\"end\":73,\"start\":58,\"type\":\"TextPositionSelector\"}],\"unit\":\"utf16\",\"v\":1}", "status": "open", "removed": false, "version": 1, "created_at": 1793000006000, "changed_at": 1793000006000, "made_by": "si_me", "sent_on": null, "kept_from": null, "placements": "[]"}','2677fb643d9c97242d50eb0609ff26cedc7bc68f3b09f9d55ef91df0d7db8840','d89eb4e2f9c46d59c27fdc0b0700e21c760777c9ece4ddcec1457fd8c65b58b9');
INSERT INTO "entries" VALUES(8,1793000007000,'annotation_added','person','si_me','rv_01m5vj1ndr0000000000000002',1,'10787dbd8c0f74a93360b7a03c7f638c17c50edc3bee70c5268918c458c12cb0','{"annotation": "an_00000000000000000000000007", "review_id": "rv_01m5vj1ndr0000000000000002", "revision": 1, "live_on": 1, "kind": "deletion", "words": "", "text": "", "label": null, "tip": null, "images": "[]", "quote": "Delete the old table.", "place": "{\"end\":21,\"end_block\":\"bde9462e248f1\",\"start\":0,\"start_block\":\"bde9462e248f1\"}", "position": 84, "lines": "[7,7]", "occurrence": "[1,1]", "anchor": "{\"between\":0,\"blocks\":[{\"block\":\"bde9462e248f1\",\"copies\":1,\"hash\":\"382b0904\",\"kind\":\"paragraph\",\"length\":21,\"lines\":[7,7],\"neighbours\":[\"acf0ea3a\",\"eee603e1\",\"b2215761\",\"\",\"\",\"\"],\"offset\":0,\"ordinal\":1,\"section\":[\"b2215761\"],\"text\":\"Delete the old table.\",\"text_at\":null}],\"doc\":{\"kind\":\"plan\",\"rev\":\"b1383655831570dbdfe17209b471d1636c0e93c3211badc9c1a542dad0545e84\"},\"selectors\":[{\"exact\":\"Delete the old table.\",\"prefix\":\"ad the file, then check each row.\\nThe totals are kept in cents.\\n\",\"suffix\":\"\",\"type\":\"TextQuoteSelector\"},{\"end\":105,\"start\":84,\"type\":\"TextPositionSelector\"}],\"unit\":\"utf16\",\"v\":1}", "status": "open", "removed": false, "version": 1, "created_at": 1793000007000, "changed_at": 1793000007000, "made_by": "si_me", "sent_on": null, "kept_from": null, "placements": "[]"}','d89eb4e2f9c46d59c27fdc0b0700e21c760777c9ece4ddcec1457fd8c65b58b9','403f8f9bea9e194253708eba267c5cbb34f553ebb645c23879672dcf93c58982');
INSERT INTO "entries" VALUES(9,1793000008000,'annotation_added','person','si_me','rv_01m5vj1ndr0000000000000002',1,'10787dbd8c0f74a93360b7a03c7f638c17c50edc3bee70c5268918c458c12cb0','{"annotation": "an_00000000000000000000000008", "review_id": "rv_01m5vj1ndr0000000000000002", "revision": 1, "live_on": 1, "kind": "note", "words": "On the whole.", "text": "", "label": null, "tip": null, "images": "[]", "quote": "", "place": null, "position": 0, "lines": null, "occurrence": "[1,1]", "anchor": null, "status": "open", "removed": false, "version": 1, "created_at": 1793000008000, "changed_at": 1793000008000, "made_by": "si_me", "sent_on": null, "kept_from": null, "placements": "[]"}','403f8f9bea9e194253708eba267c5cbb34f553ebb645c23879672dcf93c58982','2e0ee0f4e7dd9a2a3fa1b9626d34fb68805a8fca24eb2142d28fb18f1aff135a');
INSERT INTO "entries" VALUES(10,1793000009000,'annotation_removed','person','si_me','rv_01m5vj1ndr0000000000000002',1,'10787dbd8c0f74a93360b7a03c7f638c17c50edc3bee70c5268918c458c12cb0','{"annotation": "an_00000000000000000000000008", "review_id": "rv_01m5vj1ndr0000000000000002", "revision": 1, "live_on": 1, "kind": "note", "words": "On the whole.", "text": "", "label": null, "tip": null, "images": "[]", "quote": "", "place": null, "position": 0, "lines": null, "occurrence": "[1,1]", "anchor": null, "status": "open", "removed": true, "version": 2, "created_at": 1793000008000, "changed_at": 1793000009000, "made_by": "si_me", "sent_on": null, "kept_from": null, "placements": "[]"}','2e0ee0f4e7dd9a2a3fa1b9626d34fb68805a8fca24eb2142d28fb18f1aff135a','623516f43b2bfdd2c03eb21de44b11829c31f57e523b3d00af614e17229d7615');
INSERT INTO "entries" VALUES(11,1793000010000,'annotation_restored','person','si_me','rv_01m5vj1ndr0000000000000002',1,'10787dbd8c0f74a93360b7a03c7f638c17c50edc3bee70c5268918c458c12cb0','{"annotation": "an_00000000000000000000000008", "review_id": "rv_01m5vj1ndr0000000000000002", "revision": 1, "live_on": 1, "kind": "note", "words": "On the whole.", "text": "", "label": null, "tip": null, "images": "[]", "quote": "", "place": null, "position": 0, "lines": null, "occurrence": "[1,1]", "anchor": null, "status": "open", "removed": false, "version": 3, "created_at": 1793000008000, "changed_at": 1793000010000, "made_by": "si_me", "sent_on": null, "kept_from": null, "placements": "[]"}','623516f43b2bfdd2c03eb21de44b11829c31f57e523b3d00af614e17229d7615','8333dd48ab77d7cb4c9caff225d2d64f04a053b757f0c8ffb69e7d0a633d5a68');
INSERT INTO "entries" VALUES(12,1793000011000,'annotation_added','person','si_me','rv_01m5vj1ndr0000000000000002',1,'10787dbd8c0f74a93360b7a03c7f638c17c50edc3bee70c5268918c458c12cb0','{"annotation": "an_00000000000000000000000011", "review_id": "rv_01m5vj1ndr0000000000000002", "revision": 1, "live_on": 1, "kind": "comment", "words": "Why?", "text": "", "label": null, "tip": null, "images": "[]", "quote": "check each row", "place": "{\"end\":34,\"end_block\":\"b95843d483867\",\"start\":20,\"start_block\":\"b95843d483867\"}", "position": 38, "lines": "[3,3]", "occurrence": "[1,1]", "anchor": "{\"between\":0,\"blocks\":[{\"block\":\"b95843d483867\",\"copies\":1,\"hash\":\"eee603e1\",\"kind\":\"paragraph\",\"length\":14,\"lines\":[3,3],\"neighbours\":[\"b2215761\",\"\",\"\",\"acf0ea3a\",\"382b0904\",\"\"],\"offset\":20,\"ordinal\":1,\"section\":[\"b2215761\"],\"text\":\"Read the file, then check each row.\",\"text_at\":null}],\"doc\":{\"kind\":\"plan\",\"rev\":\"b1383655831570dbdfe17209b471d1636c0e93c3211badc9c1a542dad0545e84\"},\"selectors\":[{\"exact\":\"check each row\",\"prefix\":\"Import the orders\\nRead the file, then \",\"suffix\":\".\\nThe totals are kept in cents.\\nDelete the old table.\",\"type\":\"TextQuoteSelector\"},{\"end\":52,\"start\":38,\"type\":\"TextPositionSelector\"}],\"unit\":\"utf16\",\"v\":1}", "status": "open", "removed": false, "version": 1, "created_at": 1793000011000, "changed_at": 1793000011000, "made_by": "si_me", "sent_on": null, "kept_from": null, "placements": "[]"}','8333dd48ab77d7cb4c9caff225d2d64f04a053b757f0c8ffb69e7d0a633d5a68','92f8ba3531acc2c3d39c526305bd31910793b37d79b9a055f45ae965405e9ec2');
INSERT INTO "entries" VALUES(13,1793000012000,'annotation_removed','person','si_me','rv_01m5vj1ndr0000000000000002',1,'10787dbd8c0f74a93360b7a03c7f638c17c50edc3bee70c5268918c458c12cb0','{"annotation": "an_00000000000000000000000011", "review_id": "rv_01m5vj1ndr0000000000000002", "revision": 1, "live_on": 1, "kind": "comment", "words": "Why?", "text": "", "label": null, "tip": null, "images": "[]", "quote": "check each row", "place": "{\"end\":34,\"end_block\":\"b95843d483867\",\"start\":20,\"start_block\":\"b95843d483867\"}", "position": 38, "lines": "[3,3]", "occurrence": "[1,1]", "anchor": "{\"between\":0,\"blocks\":[{\"block\":\"b95843d483867\",\"copies\":1,\"hash\":\"eee603e1\",\"kind\":\"paragraph\",\"length\":14,\"lines\":[3,3],\"neighbours\":[\"b2215761\",\"\",\"\",\"acf0ea3a\",\"382b0904\",\"\"],\"offset\":20,\"ordinal\":1,\"section\":[\"b2215761\"],\"text\":\"Read the file, then check each row.\",\"text_at\":null}],\"doc\":{\"kind\":\"plan\",\"rev\":\"b1383655831570dbdfe17209b471d1636c0e93c3211badc9c1a542dad0545e84\"},\"selectors\":[{\"exact\":\"check each row\",\"prefix\":\"Import the orders\\nRead the file, then \",\"suffix\":\".\\nThe totals are kept in cents.\\nDelete the old table.\",\"type\":\"TextQuoteSelector\"},{\"end\":52,\"start\":38,\"type\":\"TextPositionSelector\"}],\"unit\":\"utf16\",\"v\":1}", "status": "open", "removed": true, "version": 2, "created_at": 1793000011000, "changed_at": 1793000012000, "made_by": "si_me", "sent_on": null, "kept_from": null, "placements": "[]"}','92f8ba3531acc2c3d39c526305bd31910793b37d79b9a055f45ae965405e9ec2','080055ed64ef1e083677d4fa04d5b9c1b5d108039489a1a492c764201661022e');
INSERT INTO "entries" VALUES(14,1793000013000,'review_decided','person','si_me','rv_01m5vj1ndr0000000000000002',1,'10787dbd8c0f74a93360b7a03c7f638c17c50edc3bee70c5268918c458c12cb0','{"verdict": "changes_requested", "notes": "Two things.", "annotations": "[\"an_00000000000000000000000005\",\"an_00000000000000000000000007\"]", "feedback": "This plan is NOT approved. Change it as asked below, keep what is not mentioned, and submit it again for review.\n\n# Plan Feedback\n\nI''ve reviewed this plan and have 2 pieces of feedback, and general feedback after that:\n\n## 1. (line 3) [label one] Change this\n**From:**\n```\nRead the file\n```\n**To:**\n```\nRead the file in pieces\n```\n> a tip\n\n> In pieces.\n\n**Attached images:**\n\n- [one.png] `/tmp/shop-data/images/d6ce350bb1a8674f5fbfb449df201bc119c7986562e13c9bc83d54e1c8504af3.png`\n\n## 2. (line 7) Remove this\n```\nDelete the old table.\n```\n\n## General feedback about the plan\n\n> Two things.\n\n## Label Summary\n\n- [label one]: 1 (in 1)\n\n---\n", "mode": null}','080055ed64ef1e083677d4fa04d5b9c1b5d108039489a1a492c764201661022e','43c3875670ffc00bede4b917969d77848cba38bec2eda4774a41c4fe6564d5ef');
INSERT INTO "entries" VALUES(15,1793000014000,'revision_added','agent','claude-code','rv_01m5vj1ndr0000000000000002',2,'a9adc6d969c36c21bd1797849370ecfd072781c7aa300e919f7068db99cc6be5','{"title": "Import the orders", "workspace": "/shop", "session": "conversation-1"}','43c3875670ffc00bede4b917969d77848cba38bec2eda4774a41c4fe6564d5ef','ecb90ace3414a074278fed688ebac22f5e31d8eaf79243967251bdbf31f8cafc');
INSERT INTO "entries" VALUES(16,1793000014000,'marks_carried','policy','hub','rv_01m5vj1ndr0000000000000002',2,'a9adc6d969c36c21bd1797849370ecfd072781c7aa300e919f7068db99cc6be5','{"there": 2, "changed": 0, "gone": 0, "done": 2, "moved_on": "[\"an_00000000000000000000000006\",\"an_00000000000000000000000008\"]", "placements": "[{\"annotation_id\":\"an_00000000000000000000000005\",\"fate\":\"done\",\"hint\":null,\"hint_quote\":\"\",\"lines\":[3,3],\"occurrence\":[1,1],\"place\":{\"end\":23,\"end_block\":\"bf04950ff8447\",\"start\":0,\"start_block\":\"bf04950ff8447\"},\"position\":18,\"quote\":\"Read the file in pieces\",\"revision\":2},{\"annotation_id\":\"an_00000000000000000000000006\",\"fate\":\"there\",\"hint\":null,\"hint_quote\":\"\",\"lines\":[5,5],\"occurrence\":[1,1],\"place\":{\"end\":19,\"end_block\":\"b2bb5009b7f50\",\"start\":4,\"start_block\":\"b2bb5009b7f50\"},\"position\":68,\"quote\":\"totals are kept\",\"revision\":2},{\"annotation_id\":\"an_00000000000000000000000007\",\"fate\":\"done\",\"hint\":{\"end\":29,\"end_block\":\"b2bb5009b7f50\",\"start\":28,\"start_block\":\"b2bb5009b7f50\"},\"hint_quote\":\".\",\"lines\":null,\"occurrence\":[1,1],\"place\":null,\"position\":92,\"quote\":\"\",\"revision\":2},{\"annotation_id\":\"an_00000000000000000000000008\",\"fate\":\"there\",\"hint\":null,\"hint_quote\":\"\",\"lines\":null,\"occurrence\":[1,1],\"place\":null,\"position\":0,\"quote\":\"\",\"revision\":2}]"}','ecb90ace3414a074278fed688ebac22f5e31d8eaf79243967251bdbf31f8cafc','0244a971bafe20269082ede641578355cbfc5c3c61a9412269fc55014ed88e99');
INSERT INTO "entries" VALUES(17,1793000016000,'annotation_kept','person','si_me','rv_01m5vj1ndr0000000000000002',2,'a9adc6d969c36c21bd1797849370ecfd072781c7aa300e919f7068db99cc6be5','{"annotation": "an_00000000000000000000000007", "review_id": "rv_01m5vj1ndr0000000000000002", "revision": 1, "live_on": 2, "kind": "deletion", "words": "", "text": "", "label": null, "tip": null, "images": "[]", "quote": "Delete the old table.", "place": "{\"end\":21,\"end_block\":\"bde9462e248f1\",\"start\":0,\"start_block\":\"bde9462e248f1\"}", "position": 84, "lines": "[7,7]", "occurrence": "[1,1]", "anchor": "{\"between\":0,\"blocks\":[{\"block\":\"bde9462e248f1\",\"copies\":1,\"hash\":\"382b0904\",\"kind\":\"paragraph\",\"length\":21,\"lines\":[7,7],\"neighbours\":[\"acf0ea3a\",\"eee603e1\",\"b2215761\",\"\",\"\",\"\"],\"offset\":0,\"ordinal\":1,\"section\":[\"b2215761\"],\"text\":\"Delete the old table.\",\"text_at\":null}],\"doc\":{\"kind\":\"plan\",\"rev\":\"b1383655831570dbdfe17209b471d1636c0e93c3211badc9c1a542dad0545e84\"},\"selectors\":[{\"exact\":\"Delete the old table.\",\"prefix\":\"ad the file, then check each row.\\nThe totals are kept in cents.\\n\",\"suffix\":\"\",\"type\":\"TextQuoteSelector\"},{\"end\":105,\"start\":84,\"type\":\"TextPositionSelector\"}],\"unit\":\"utf16\",\"v\":1}", "status": "open", "removed": false, "version": 2, "created_at": 1793000007000, "changed_at": 1793000016000, "made_by": "si_me", "sent_on": 1, "kept_from": 1, "placements": "[{\"annotation_id\":\"an_00000000000000000000000007\",\"fate\":\"there\",\"hint\":null,\"hint_quote\":\"\",\"lines\":null,\"occurrence\":[1,1],\"place\":null,\"position\":0,\"quote\":\"\",\"revision\":2}]"}','0244a971bafe20269082ede641578355cbfc5c3c61a9412269fc55014ed88e99','d746aafa7f3f0b1013fe6f9b145a1de98c00b0b4549c8b5c969d40b763bffd53');
INSERT INTO "entries" VALUES(18,1793000017000,'review_decided','person','si_me','rv_01m5vj1ndr0000000000000002',2,'a9adc6d969c36c21bd1797849370ecfd072781c7aa300e919f7068db99cc6be5','{"verdict": "approved", "notes": "Mind the tests.", "annotations": "[\"an_00000000000000000000000007\"]", "feedback": "This plan is approved. The person who approved it adds notes; follow them while you carry it out.\n\n# Plan Feedback\n\nI''ve reviewed this plan and have 1 piece of feedback, and general feedback after that:\n\n## 1. Remove this\n\nThese words stood in an earlier revision; they are no longer in this plan.\n\n```\nDelete the old table.\n```\n\n## General feedback about the plan\n\n> Mind the tests.\n\n---\n", "mode": "acceptEdits"}','d746aafa7f3f0b1013fe6f9b145a1de98c00b0b4549c8b5c969d40b763bffd53','694f6cc9f31fa596474e8b1ea68ed2d4b0d28dbf787eaf04a1509316507e58e5');
INSERT INTO "entries" VALUES(19,1793000018000,'answer_received','agent','claude-code','rv_01m5vj1ndr0000000000000002',2,'a9adc6d969c36c21bd1797849370ecfd072781c7aa300e919f7068db99cc6be5','{}','694f6cc9f31fa596474e8b1ea68ed2d4b0d28dbf787eaf04a1509316507e58e5','b5f1acfb8a53d952433a314ef66e8cea29189e5b621e67a1ae9d87ec1abdadc6');
INSERT INTO "entries" VALUES(20,1793000020000,'notes_delivered','agent','claude-code','rv_01m5vj1ndr0000000000000002',2,'a9adc6d969c36c21bd1797849370ecfd072781c7aa300e919f7068db99cc6be5','{}','b5f1acfb8a53d952433a314ef66e8cea29189e5b621e67a1ae9d87ec1abdadc6','9365958d6f20f31a8ac2d3bb01e7dc0c3cd3bf57ae213b3f52f8dc2f2d170dc7');
INSERT INTO "entries" VALUES(21,1793000021000,'review_opened','agent','review','rv_01m5vj27080000000000000003',1,'e0ef8f7983acdeb1fb593a7693076f41f96163374d795647e242933716e0338f','{"title": "notes.md", "agent": "review", "workspace": "/shop", "session": null}','9365958d6f20f31a8ac2d3bb01e7dc0c3cd3bf57ae213b3f52f8dc2f2d170dc7','2c0bc5722b995fff5638f6fb66f0b4f1b2e13c235c435942a5714494fae1efd3');
INSERT INTO "entries" VALUES(22,1793000023000,'annotation_added','person','si_me','rv_01m5vj27080000000000000003',1,'e0ef8f7983acdeb1fb593a7693076f41f96163374d795647e242933716e0338f','{"annotation": "an_00000000000000000000000021", "review_id": "rv_01m5vj27080000000000000003", "revision": 1, "live_on": 1, "kind": "comment", "words": "Why?", "text": "", "label": null, "tip": null, "images": "[]", "quote": "without a heading", "place": "{\"end\":24,\"end_block\":\"bce9d4ae1d79a\",\"start\":7,\"start_block\":\"bce9d4ae1d79a\"}", "position": 7, "lines": "[1,1]", "occurrence": "[1,1]", "anchor": "{\"between\":0,\"blocks\":[{\"block\":\"bce9d4ae1d79a\",\"copies\":1,\"hash\":\"8694255d\",\"kind\":\"paragraph\",\"length\":17,\"lines\":[1,1],\"neighbours\":[\"\",\"\",\"\",\"\",\"\",\"\"],\"offset\":7,\"ordinal\":1,\"section\":[],\"text\":\"A text without a heading.\",\"text_at\":null}],\"doc\":{\"kind\":\"plan\",\"rev\":\"85aab5df2945867a304c9d68bbd3ecb05b33aa6ce70d49332a92b48121895a88\"},\"selectors\":[{\"exact\":\"without a heading\",\"prefix\":\"A text \",\"suffix\":\".\",\"type\":\"TextQuoteSelector\"},{\"end\":24,\"start\":7,\"type\":\"TextPositionSelector\"}],\"unit\":\"utf16\",\"v\":1}", "status": "open", "removed": false, "version": 1, "created_at": 1793000023000, "changed_at": 1793000023000, "made_by": "si_me", "sent_on": null, "kept_from": null, "placements": "[]"}','2c0bc5722b995fff5638f6fb66f0b4f1b2e13c235c435942a5714494fae1efd3','c3387df714ef2fb10273256d378d40be904fd7bb63e09de95c73de5950402e2d');
INSERT INTO "entries" VALUES(23,1793000024000,'review_opened','agent','mcp','rv_01m5vj29y00000000000000004',1,'085748a34bdfbf7adacf16c9c191a7d6ff13458fb0c757b1d271c4df4125d6aa','{"title": "By a client", "agent": "mcp", "workspace": "/shop", "session": "client-conversation"}','c3387df714ef2fb10273256d378d40be904fd7bb63e09de95c73de5950402e2d','7b1a36ce381f66bc763ab5818940d35245ccee55f93c05544ce2b11ceeb3bffb');
INSERT INTO "entries" VALUES(24,1793000026000,'agent_left','policy','hub','rv_01m5vj29y00000000000000004',1,'085748a34bdfbf7adacf16c9c191a7d6ff13458fb0c757b1d271c4df4125d6aa','{"said_goodbye": false}','7b1a36ce381f66bc763ab5818940d35245ccee55f93c05544ce2b11ceeb3bffb','35a8212a3df00f5b81df0c9649c6564b6fea83daf21c20ea4e84349890a764fa');
INSERT INTO "entries" VALUES(25,1793000027000,'review_opened','agent','canary','rv_01m5vj2cvr0000000000000005',1,'decbb70b6c32666d0ced0659986f396d2efc7314ab14b486694d2341008830ec','{"title": "A canary", "agent": "canary", "workspace": "/shop", "session": "canary-1"}','35a8212a3df00f5b81df0c9649c6564b6fea83daf21c20ea4e84349890a764fa','6a0fd0afe3da2fcc24453449b72402f4b22f55d8e0ee1ab6fccdb1b65c095e5b');
INSERT INTO "entries" VALUES(26,1793000028000,'review_decided','policy','hub','rv_01m5vj2cvr0000000000000005',1,'decbb70b6c32666d0ced0659986f396d2efc7314ab14b486694d2341008830ec','{"verdict": "approved", "notes": null, "annotations": "[]", "feedback": "This plan is approved.\n", "mode": null}','6a0fd0afe3da2fcc24453449b72402f4b22f55d8e0ee1ab6fccdb1b65c095e5b','eac5c469563aa0a9b1be55b67ebde5216548d38ab4159ad53b0fd7616787bc77');
INSERT INTO "entries" VALUES(27,1793000029000,'review_opened','agent','claude-code','rv_01m5vj2et80000000000000006',1,'4d54ebb6702abf624f3b47091d24cd039c718ee659b0e7edc11cb8cfac208af3','{"title": "Asked twice", "agent": "claude-code", "workspace": "/shop", "session": "conversation-2"}','eac5c469563aa0a9b1be55b67ebde5216548d38ab4159ad53b0fd7616787bc77','00b5ba1b61358d3d6d706266653f218bbfb4a8a0f34b715198a8b11ce00c4712');
INSERT INTO "entries" VALUES(28,1793000031000,'review_withdrawn','agent','claude-code','rv_01m5vj2et80000000000000006',1,'4d54ebb6702abf624f3b47091d24cd039c718ee659b0e7edc11cb8cfac208af3','{"reason": "asked_again"}','00b5ba1b61358d3d6d706266653f218bbfb4a8a0f34b715198a8b11ce00c4712','64faa6c656ea6561e97975c70545d5f6d4733d50c419f9029c9aa5356e07d77a');
INSERT INTO "entries" VALUES(29,1793000031000,'revision_added','agent','claude-code','rv_01m5vj2et80000000000000006',2,'9a2318a4881ee747db3ca371fa0614c5a33b48974276aaa32c469886068fe7c1','{"title": "Asked twice", "workspace": "/shop", "session": "conversation-2"}','64faa6c656ea6561e97975c70545d5f6d4733d50c419f9029c9aa5356e07d77a','e45f772365b47220fe2de410ac28af2a5227d5182db5c0ce2f1ae742582db517');
INSERT INTO "entries" VALUES(30,1793000033000,'review_withdrawn','agent','claude-code','rv_01m5vj2et80000000000000006',2,'9a2318a4881ee747db3ca371fa0614c5a33b48974276aaa32c469886068fe7c1','{"reason": "answered_in_terminal"}','e45f772365b47220fe2de410ac28af2a5227d5182db5c0ce2f1ae742582db517','40a8c04479c6edc5ffbc4ae5822a08d16c44b12722cd1ffeeb39963f5eb49978');
INSERT INTO "entries" VALUES(31,1793000033000,'plan_missing','agent','claude-code',NULL,NULL,NULL,'{"agent": "claude-code", "workspace": "/shop", "session": "conversation-3"}','40a8c04479c6edc5ffbc4ae5822a08d16c44b12722cd1ffeeb39963f5eb49978','8c7dace58b683580fde7d499d09aa2c48646e934338549eb6b1e72853b88ffdd');
INSERT INTO "entries" VALUES(32,1793000034000,'review_opened','agent','claude-code','rv_01m5vj2kpg0000000000000007',1,'b7b3d4491a6f641c1cfadae85453b7d293bfe3418548930cc11d01af42de3b4d','{"title": "Nobody answers", "agent": "claude-code", "workspace": "/shop", "session": "conversation-4"}','8c7dace58b683580fde7d499d09aa2c48646e934338549eb6b1e72853b88ffdd','7a25f330d2d7a232f1e77ddcd7baa0f9a09526bf59ec43eb9e87d26aeb744d90');
INSERT INTO "entries" VALUES(33,1793000036000,'settings_changed','person','si_me',NULL,NULL,NULL,'{"name": "theme", "value": "dark"}','7a25f330d2d7a232f1e77ddcd7baa0f9a09526bf59ec43eb9e87d26aeb744d90','e60b2cd1bb0b166b42a2763069f7b8dfbc5d243017b05a24575dceee560d71c5');
INSERT INTO "entries" VALUES(34,1793000036000,'page_site_added','agent','claude',NULL,NULL,NULL,'{"site": "f256832d197d8a1bc241", "root": "/tmp/shop-data/site", "storage": "/tmp/shop-data/site/inline-review.json", "address": null}','e60b2cd1bb0b166b42a2763069f7b8dfbc5d243017b05a24575dceee560d71c5','7b2e93180e1618e8561afa4cd89bdb53488aeb7804d1fe71ba20c560acb3d8f2');
INSERT INTO "entries" VALUES(35,1793000037000,'page_change_intended','page_visitor','page',NULL,NULL,NULL,'{"site": "f256832d197d8a1bc241", "entry": "00000000-0000-4000-8000-000000000008", "intends": "page_annotation_added", "before": null, "after": "a874a0b604e32bdcdb29ce48fb6a1551"}','7b2e93180e1618e8561afa4cd89bdb53488aeb7804d1fe71ba20c560acb3d8f2','b6cbe49faac04dff90c71cc8db1a5c519ba234377ec0321c9f76d184d7e50056');
INSERT INTO "entries" VALUES(36,1793000037000,'page_annotation_added','page_visitor','page',NULL,NULL,NULL,'{"site": "f256832d197d8a1bc241", "entry": "00000000-0000-4000-8000-000000000008", "page": "/", "note": "n", "digest": "a874a0b604e32bdcdb29ce48fb6a1551", "fingerprint": "1:2026-10-26T07:33:57.000Z:24459a2910a0", "write": "tab-1", "intent": 35, "type": "text", "status": "open", "quote": "x", "reply": null}','b6cbe49faac04dff90c71cc8db1a5c519ba234377ec0321c9f76d184d7e50056','b028ccf516a70b756c51ec3e3ea797abcd97e8cd951b97524754f59a42706efc');
INSERT INTO "entries" VALUES(37,1793000038000,'page_change_intended','agent','mcp',NULL,NULL,NULL,'{"site": "f256832d197d8a1bc241", "entry": "00000000-0000-4000-8000-000000000008", "intends": "page_annotation_changed", "before": "a874a0b604e32bdcdb29ce48fb6a1551", "after": "bf15e2fe693ce63c24ca43a9c48585e0"}','b028ccf516a70b756c51ec3e3ea797abcd97e8cd951b97524754f59a42706efc','7cb0159bd360685f7ca92cd0e838ed79626d9508462cefe69a49a97f178974f4');
INSERT INTO "entries" VALUES(38,1793000038000,'page_annotation_changed','agent','mcp',NULL,NULL,NULL,'{"site": "f256832d197d8a1bc241", "entry": "00000000-0000-4000-8000-000000000008", "page": "/", "note": "n", "digest": "bf15e2fe693ce63c24ca43a9c48585e0", "fingerprint": "1:2026-10-26T07:33:58.000Z:640fd9bc543c", "write": null, "intent": 37, "type": "text", "status": "addressed", "quote": "x", "reply": null}','7cb0159bd360685f7ca92cd0e838ed79626d9508462cefe69a49a97f178974f4','fe3fa293f97e61f43c2035ca125d4ab204b910b79eff01b4c19466eb17f83fd0');
INSERT INTO "entries" VALUES(39,1793000039000,'page_change_intended','person','si_me',NULL,NULL,NULL,'{"site": "f256832d197d8a1bc241", "entry": "00000000-0000-4000-8000-000000000009", "intends": "page_note_added", "before": null, "after": "d291235b16c2c30606c075903721a9d7"}','fe3fa293f97e61f43c2035ca125d4ab204b910b79eff01b4c19466eb17f83fd0','8d956c7216ec8e78d5cfd45d9addbf4c7371c07775fe165ec4770285fb92eaaf');
INSERT INTO "entries" VALUES(40,1793000039000,'page_note_added','person','si_me',NULL,NULL,NULL,'{"site": "f256832d197d8a1bc241", "entry": "00000000-0000-4000-8000-000000000009", "page": "/", "note": "whole page", "digest": "d291235b16c2c30606c075903721a9d7", "fingerprint": "2:2026-10-26T07:33:59.000Z:4d3da5905dad", "write": null, "intent": 39}','8d956c7216ec8e78d5cfd45d9addbf4c7371c07775fe165ec4770285fb92eaaf','cbb833465da6e2aca80add01bd10e0395d58708626ebf38981d7ca78011eeb58');
INSERT INTO "entries" VALUES(41,1793001939000,'review_expired','timeout','clock','rv_01m5vj27080000000000000003',1,'e0ef8f7983acdeb1fb593a7693076f41f96163374d795647e242933716e0338f','{}','cbb833465da6e2aca80add01bd10e0395d58708626ebf38981d7ca78011eeb58','23cf3efc538cc5ee6643a3a397aeb7b15d54a609f164029c5a073ef277fa8dcf');
INSERT INTO "entries" VALUES(42,1793001939000,'review_expired','timeout','clock','rv_01m5vj29y00000000000000004',1,'085748a34bdfbf7adacf16c9c191a7d6ff13458fb0c757b1d271c4df4125d6aa','{}','23cf3efc538cc5ee6643a3a397aeb7b15d54a609f164029c5a073ef277fa8dcf','64efbda9dbf211076e1feaa459280b3abcb50632450076fd6a77da00658dfd0c');
INSERT INTO "entries" VALUES(43,1793001939000,'review_expired','timeout','clock','rv_01m5vj2kpg0000000000000007',1,'b7b3d4491a6f641c1cfadae85453b7d293bfe3418548930cc11d01af42de3b4d','{}','64efbda9dbf211076e1feaa459280b3abcb50632450076fd6a77da00658dfd0c','80171690846f16d91d5cc12b9e30c557fc9cb053958b2d82d62e0283b37a65e4');
INSERT INTO "entries" VALUES(44,1793001940000,'review_opened','agent','claude-code','rv_01m5vkws10000000000000000a',1,'e8aaf28eb2ddc59c2b685311ca9f095ffcbbb1cea9e1a08e8109f6a07ccb7204','{"title": "Still open", "agent": "claude-code", "workspace": "/shop", "session": "conversation-5"}','80171690846f16d91d5cc12b9e30c557fc9cb053958b2d82d62e0283b37a65e4','bc7e20ed266ec1219ab5f3d77b16f0ba3179aa7158d8e682997bb3386b40679f');
INSERT INTO "entries" VALUES(45,1793001942000,'annotation_added','person','si_me','rv_01m5vkws10000000000000000a',1,'e8aaf28eb2ddc59c2b685311ca9f095ffcbbb1cea9e1a08e8109f6a07ccb7204','{"annotation": "an_00000000000000000000000044", "review_id": "rv_01m5vkws10000000000000000a", "revision": 1, "live_on": 1, "kind": "comment", "words": "Why?", "text": "", "label": null, "tip": null, "images": "[]", "quote": "one", "place": "{\"end\":3,\"end_block\":\"b88dc331031c3\",\"start\":0,\"start_block\":\"b88dc331031c3\"}", "position": 11, "lines": "[3,3]", "occurrence": "[1,1]", "anchor": "{\"between\":0,\"blocks\":[{\"block\":\"b88dc331031c3\",\"copies\":1,\"hash\":\"7a6c86f1\",\"kind\":\"item\",\"length\":3,\"lines\":[3,3],\"neighbours\":[\"c8bbcaff\",\"\",\"\",\"11ca8a66\",\"\",\"\"],\"offset\":0,\"ordinal\":1,\"section\":[\"c8bbcaff\"],\"text\":\"one\",\"text_at\":null}],\"doc\":{\"kind\":\"plan\",\"rev\":\"5dd7cae512c60c80b3203d5fab407bc6ef08e43ac96ec57a68f41f2e0d94e040\"},\"selectors\":[{\"exact\":\"one\",\"prefix\":\"Still open\\n\",\"suffix\":\"\\ntwo\",\"type\":\"TextQuoteSelector\"},{\"end\":14,\"start\":11,\"type\":\"TextPositionSelector\"}],\"unit\":\"utf16\",\"v\":1}", "status": "open", "removed": false, "version": 1, "created_at": 1793001942000, "changed_at": 1793001942000, "made_by": "si_me", "sent_on": null, "kept_from": null, "placements": "[]"}','bc7e20ed266ec1219ab5f3d77b16f0ba3179aa7158d8e682997bb3386b40679f','746f3bfa68faf7e89e9b2cfc955a9c81b7fd0e20bf138599f28e05655777e49e');
INSERT INTO "entries" VALUES(46,1793001942000,'hub_stopped','policy','hub',NULL,NULL,NULL,'{"version": "0.1.0"}','746f3bfa68faf7e89e9b2cfc955a9c81b7fd0e20bf138599f28e05655777e49e','9e47ef6fe775f30e63336b1138f2970a42f55dd1df8f61bb68dd6b5667c76c76');
CREATE TABLE images (
	sha256 VARCHAR(64) NOT NULL, 
	media_type VARCHAR(32) NOT NULL, 
	content BLOB NOT NULL, 
	PRIMARY KEY (sha256)
);
INSERT INTO "images" VALUES('d6ce350bb1a8674f5fbfb449df201bc119c7986562e13c9bc83d54e1c8504af3','image/png',X'89504E470D0A1A0A0000000D49484452000000010000000108060000001F15C4890000000D49444154789C63F8CFC0F01F0005000100FF5CC2B54D0000000049454E44AE426082');
CREATE TABLE keys (
	"key" VARCHAR(128) NOT NULL, 
	review_id VARCHAR(40) NOT NULL, 
	number INTEGER NOT NULL, 
	purpose VARCHAR(16) NOT NULL, 
	PRIMARY KEY ("key")
);
INSERT INTO "keys" VALUES('29d55bf37da10190de938280db5e7b0eee5401746e282ee97381955bb8ec3bd7','rv_01m5vj1ndr0000000000000002',1,'answer');
INSERT INTO "keys" VALUES('73b4e42469b47cddb096bb3df2fe523f3ce2f5fdc97cdef474319dee0c04d2fe','rv_01m5vj1ndr0000000000000002',2,'answer');
INSERT INTO "keys" VALUES('15bb95000a4133d19605a6e79f6d75c2d3b2cd4fd1cc3178b05bf9fcb50c7873','rv_01m5vj1ndr0000000000000002',2,'notes');
INSERT INTO "keys" VALUES('21bafd0ac229a8fa096e213ceafb692b87c96677210a3d09d3ab9ea770b407fb','rv_01m5vj27080000000000000003',1,'answer');
INSERT INTO "keys" VALUES('533e4a02bc03f90dad1897ad41e3a221bdd0a8d5875eb5200ad9e1939119008d','rv_01m5vj29y00000000000000004',1,'answer');
INSERT INTO "keys" VALUES('003e70c4077934cbf573fad49f1752a0df83252449e2511d9228710884c54cb5','rv_01m5vj2cvr0000000000000005',1,'answer');
INSERT INTO "keys" VALUES('ee5941378fd12eba8f799e20554ab1a0e2871b06e5879514fe9b90e4881fb6bd','rv_01m5vj2et80000000000000006',1,'answer');
INSERT INTO "keys" VALUES('c6c43e0f23183f2dbb29b3cfbc9df7f3309ee6581819ea78c4b37af4e0687e8a','rv_01m5vj2et80000000000000006',2,'answer');
INSERT INTO "keys" VALUES('027865f1c244859b088bfd8045a57fd31cee948a44c8b6648f0d6c59e8105be1','rv_01m5vj2kpg0000000000000007',1,'answer');
INSERT INTO "keys" VALUES('df2679db3766f175769203014750d51efef6c97b2b1ac32e817ae05c063d44e0','rv_01m5vkws10000000000000000a',1,'answer');
CREATE TABLE page_entries (
	site VARCHAR(20) NOT NULL, 
	name TEXT NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	PRIMARY KEY (site, name), 
	FOREIGN KEY(site) REFERENCES page_sites (id)
);
INSERT INTO "page_entries" VALUES('f256832d197d8a1bc241','a:00000000-0000-4000-8000-000000000008','bf15e2fe693ce63c24ca43a9c48585e0');
INSERT INTO "page_entries" VALUES('f256832d197d8a1bc241','n:00000000-0000-4000-8000-000000000009','d291235b16c2c30606c075903721a9d7');
CREATE TABLE page_sites (
	id VARCHAR(20) NOT NULL, 
	root TEXT NOT NULL, 
	storage TEXT NOT NULL, 
	address TEXT, 
	hosts TEXT NOT NULL, 
	added_at BIGINT NOT NULL, 
	last_seen_at BIGINT NOT NULL, 
	known TEXT NOT NULL, 
	pending TEXT, 
	PRIMARY KEY (id)
);
INSERT INTO "page_sites" VALUES('f256832d197d8a1bc241','/tmp/shop-data/site','/tmp/shop-data/site/inline-review.json',NULL,'[]',1793000036000,1793000036000,'2:2026-10-26T07:33:59.000Z:4d3da5905dad',NULL);
CREATE TABLE placements (
	annotation_id VARCHAR(40) NOT NULL, 
	revision INTEGER NOT NULL, 
	fate VARCHAR(16) NOT NULL, 
	place TEXT, 
	quote TEXT NOT NULL, 
	position INTEGER NOT NULL, 
	lines TEXT, 
	occurrence TEXT NOT NULL, 
	hint TEXT, 
	hint_quote TEXT NOT NULL, 
	PRIMARY KEY (annotation_id, revision), 
	FOREIGN KEY(annotation_id) REFERENCES annotations (id)
);
INSERT INTO "placements" VALUES('an_00000000000000000000000005',2,'done','{"end":23,"end_block":"bf04950ff8447","start":0,"start_block":"bf04950ff8447"}','Read the file in pieces',18,'[3,3]','[1,1]',NULL,'');
INSERT INTO "placements" VALUES('an_00000000000000000000000006',2,'there','{"end":19,"end_block":"b2bb5009b7f50","start":4,"start_block":"b2bb5009b7f50"}','totals are kept',68,'[5,5]','[1,1]',NULL,'');
INSERT INTO "placements" VALUES('an_00000000000000000000000007',2,'there',NULL,'',0,NULL,'[1,1]',NULL,'');
INSERT INTO "placements" VALUES('an_00000000000000000000000008',2,'there',NULL,'',0,NULL,'[1,1]',NULL,'');
CREATE TABLE reviews (
	id VARCHAR(40) NOT NULL, 
	agent VARCHAR(64) NOT NULL, 
	workspace TEXT NOT NULL, 
	branch TEXT, 
	session TEXT, 
	path TEXT, 
	opened_at BIGINT NOT NULL, 
	latest INTEGER NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "reviews" VALUES('rv_01m5vj1ndr0000000000000002','claude-code','/shop',NULL,'conversation-1','/shop/plan.md',1793000003000,2);
INSERT INTO "reviews" VALUES('rv_01m5vj27080000000000000003','review','/shop',NULL,NULL,'/shop/notes.md',1793000021000,1);
INSERT INTO "reviews" VALUES('rv_01m5vj29y00000000000000004','mcp','/shop',NULL,'client-conversation',NULL,1793000024000,1);
INSERT INTO "reviews" VALUES('rv_01m5vj2cvr0000000000000005','canary','/shop',NULL,'canary-1',NULL,1793000027000,1);
INSERT INTO "reviews" VALUES('rv_01m5vj2et80000000000000006','claude-code','/shop',NULL,'conversation-2',NULL,1793000029000,2);
INSERT INTO "reviews" VALUES('rv_01m5vj2kpg0000000000000007','claude-code','/shop',NULL,'conversation-4',NULL,1793000034000,1);
INSERT INTO "reviews" VALUES('rv_01m5vkws10000000000000000a','claude-code','/shop',NULL,'conversation-5',NULL,1793001940000,1);
CREATE TABLE revisions (
	review_id VARCHAR(40) NOT NULL, 
	number INTEGER NOT NULL, 
	sha256 VARCHAR(64) NOT NULL, 
	title TEXT NOT NULL, 
	opened_at BIGINT NOT NULL, 
	expires_at BIGINT, 
	verdict VARCHAR(32), 
	reason VARCHAR(32), 
	notes TEXT, 
	decided_by TEXT, 
	decided_at BIGINT, 
	agent_present BOOLEAN NOT NULL, 
	stage VARCHAR(16), 
	delivered_at BIGINT, 
	received_at BIGINT, 
	notes_delivery VARCHAR(16), 
	seen_at BIGINT, 
	feedback TEXT, 
	marks INTEGER DEFAULT '0' NOT NULL, 
	mode VARCHAR(40), 
	PRIMARY KEY (review_id, number), 
	FOREIGN KEY(review_id) REFERENCES reviews (id)
);
INSERT INTO "revisions" VALUES('rv_01m5vj1ndr0000000000000002',1,'10787dbd8c0f74a93360b7a03c7f638c17c50edc3bee70c5268918c458c12cb0','Import the orders',1793000003000,1793001803000,'changes_requested',NULL,'Two things.','si_me',1793000013000,1,NULL,NULL,NULL,NULL,1793000004000,'This plan is NOT approved. Change it as asked below, keep what is not mentioned, and submit it again for review.

# Plan Feedback

I''ve reviewed this plan and have 2 pieces of feedback, and general feedback after that:

## 1. (line 3) [label one] Change this
**From:**
```
Read the file
```
**To:**
```
Read the file in pieces
```
> a tip

> In pieces.

**Attached images:**

- [one.png] `/tmp/shop-data/images/d6ce350bb1a8674f5fbfb449df201bc119c7986562e13c9bc83d54e1c8504af3.png`

## 2. (line 7) Remove this
```
Delete the old table.
```

## General feedback about the plan

> Two things.

## Label Summary

- [label one]: 1 (in 1)

---
',2,NULL);
INSERT INTO "revisions" VALUES('rv_01m5vj1ndr0000000000000002',2,'a9adc6d969c36c21bd1797849370ecfd072781c7aa300e919f7068db99cc6be5','Import the orders',1793000014000,1793001814000,'approved',NULL,'Mind the tests.','si_me',1793000017000,1,'received',1793000018000,1793000018000,'delivered',1793000017000,'This plan is approved. The person who approved it adds notes; follow them while you carry it out.

# Plan Feedback

I''ve reviewed this plan and have 1 piece of feedback, and general feedback after that:

## 1. Remove this

These words stood in an earlier revision; they are no longer in this plan.

```
Delete the old table.
```

## General feedback about the plan

> Mind the tests.

---
',1,'acceptEdits');
INSERT INTO "revisions" VALUES('rv_01m5vj27080000000000000003',1,'e0ef8f7983acdeb1fb593a7693076f41f96163374d795647e242933716e0338f','notes.md',1793000021000,1793001821000,'expired',NULL,NULL,NULL,1793001939000,1,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL);
INSERT INTO "revisions" VALUES('rv_01m5vj29y00000000000000004',1,'085748a34bdfbf7adacf16c9c191a7d6ff13458fb0c757b1d271c4df4125d6aa','By a client',1793000024000,1793001824000,'expired',NULL,NULL,NULL,1793001939000,0,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL);
INSERT INTO "revisions" VALUES('rv_01m5vj2cvr0000000000000005',1,'decbb70b6c32666d0ced0659986f396d2efc7314ab14b486694d2341008830ec','A canary',1793000027000,1793001827000,'approved',NULL,NULL,'hub',1793000028000,1,NULL,NULL,NULL,NULL,1793000028000,'This plan is approved.
',0,NULL);
INSERT INTO "revisions" VALUES('rv_01m5vj2et80000000000000006',1,'4d54ebb6702abf624f3b47091d24cd039c718ee659b0e7edc11cb8cfac208af3','Asked twice',1793000029000,1793001829000,'withdrawn','asked_again',NULL,NULL,1793000031000,0,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL);
INSERT INTO "revisions" VALUES('rv_01m5vj2et80000000000000006',2,'9a2318a4881ee747db3ca371fa0614c5a33b48974276aaa32c469886068fe7c1','Asked twice',1793000031000,1793001831000,'withdrawn','answered_in_terminal',NULL,NULL,1793000033000,0,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL);
INSERT INTO "revisions" VALUES('rv_01m5vj2kpg0000000000000007',1,'b7b3d4491a6f641c1cfadae85453b7d293bfe3418548930cc11d01af42de3b4d','Nobody answers',1793000034000,1793001834000,'expired',NULL,NULL,NULL,1793001939000,1,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL);
INSERT INTO "revisions" VALUES('rv_01m5vkws10000000000000000a',1,'e8aaf28eb2ddc59c2b685311ca9f095ffcbbb1cea9e1a08e8109f6a07ccb7204','Still open',1793001940000,1793003740000,NULL,NULL,NULL,NULL,NULL,1,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL);
CREATE TABLE sign_ins (
	id VARCHAR(40) NOT NULL, 
	token_sha256 VARCHAR(64) NOT NULL, 
	created_at BIGINT NOT NULL, 
	expires_at BIGINT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (token_sha256)
);
INSERT INTO "sign_ins" VALUES('si_01m5vj1kf80000000000000001','e9b3fc6f805c1fdfc83a7b126ea116268a5a58ccfc1b9b2982971c0775353de4',1793000001000,1795592001000);
CREATE TABLE texts (
	sha256 VARCHAR(64) NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY (sha256)
);
INSERT INTO "texts" VALUES('10787dbd8c0f74a93360b7a03c7f638c17c50edc3bee70c5268918c458c12cb0','# Import the orders

Read the file, then check each row.

The totals are kept in cents.

Delete the old table.
');
INSERT INTO "texts" VALUES('a9adc6d969c36c21bd1797849370ecfd072781c7aa300e919f7068db99cc6be5','# Import the orders

Read the file in pieces, then check each row.

The totals are kept in cents.
');
INSERT INTO "texts" VALUES('e0ef8f7983acdeb1fb593a7693076f41f96163374d795647e242933716e0338f','A text without a heading.
');
INSERT INTO "texts" VALUES('085748a34bdfbf7adacf16c9c191a7d6ff13458fb0c757b1d271c4df4125d6aa','# By a client

It asks by a tool.
');
INSERT INTO "texts" VALUES('decbb70b6c32666d0ced0659986f396d2efc7314ab14b486694d2341008830ec','# A canary
');
INSERT INTO "texts" VALUES('4d54ebb6702abf624f3b47091d24cd039c718ee659b0e7edc11cb8cfac208af3','# Asked twice
');
INSERT INTO "texts" VALUES('9a2318a4881ee747db3ca371fa0614c5a33b48974276aaa32c469886068fe7c1','# Asked twice

more
');
INSERT INTO "texts" VALUES('b7b3d4491a6f641c1cfadae85453b7d293bfe3418548930cc11d01af42de3b4d','# Nobody answers
');
INSERT INTO "texts" VALUES('e8aaf28eb2ddc59c2b685311ca9f095ffcbbb1cea9e1a08e8109f6a07ccb7204','# Still open

- one
- two
');
CREATE INDEX reviews_by_session ON reviews (agent, session);
CREATE INDEX reviews_by_path ON reviews (agent, path);
CREATE INDEX entries_by_review ON entries (review, seq);
CREATE INDEX revisions_by_verdict ON revisions (verdict, decided_at);
CREATE INDEX annotations_by_review ON annotations (review_id, revision);
COMMIT;

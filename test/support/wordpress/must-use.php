<?php
// No mail leaves a test, and no request goes further than this machine.
function wp_mail() {
	return true;
}

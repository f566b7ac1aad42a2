<?php
/**
 * A folder that some server lists would show this empty page.
 *
 * @package Tidings
 */

<?php
/**
 * On a server that lists folders, this empty page is shown instead.
 *
 * @package Tidings
 */

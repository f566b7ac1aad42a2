<?php
/**
 * Installs the site of the tests without a browser: wp-load.php stands in the current folder. Prints its users as JSON.
 */
define( 'WP_INSTALLING', true );
$input = json_decode( $argv[1], true );
$_SERVER['HTTP_HOST']   = substr( $input['url'], strlen( 'http://' ) );
$_SERVER['REQUEST_URI'] = '/';
require getcwd() . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/plugin.php';
require_once ABSPATH . 'wp-admin/includes/file.php';

wp_install( 'Tidings <test> & site', 'admin', 'admin@example.test', true, '', 'correct horse battery' );
update_option( 'permalink_structure', $input['permalinks'] ? '/%postname%/' : '' );
update_option( 'timezone_string', 'Europe/Berlin' );
switch_theme( $input['theme'] );
WP_Filesystem();
$failed = unzip_file( getcwd() . '/tidings.zip', WP_PLUGIN_DIR );
$failed = is_wp_error( $failed ) ? $failed : activate_plugin( 'tidings/tidings.php' );
if ( is_wp_error( $failed ) ) {
	fwrite( STDERR, $failed->get_error_message() );
	exit( 1 );
}

add_role( 'customer', 'Customer', array( 'read' => true ) );
$users = array( 'admin' => 1 );
foreach ( array( 'editor', 'author', 'subscriber', 'customer' ) as $role ) {
	$users[ $role ] = make_user( $role, $role );
}
foreach ( array( 'svc_sendsms', 'svc_subscribers', 'svc_outbox', 'svc_inbox', 'svc_setting' ) as $capability ) {
	add_role( "only_$capability", $capability, array( 'read' => true, $capability => true ) );
	$users[ "only_$capability" ] = make_user( "only_$capability", "only_$capability" );
}
function make_user( $login, $role ) {
	return wp_insert_user( array(
		'user_login' => $login,
		'user_pass'  => 'correct horse battery',
		'user_email' => "$login@example.test",
		'role'       => $role,
	) );
}
$out = array();
foreach ( $users as $login => $id ) {
	list( $password, $item ) = WP_Application_Passwords::create_new_application_password( $id, array( 'name' => 'test' ) );
	$out[ $login ] = array( 'id' => $id, 'user' => $login, 'password' => $password, 'uuid' => $item['uuid'] );
}
// Made again by the first request, which is no installation.
delete_option( 'rewrite_rules' );
echo json_encode( $out );

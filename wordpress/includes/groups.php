<?php
/**
 * The newsletter's groups, for forms, screens and the editor.
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

/** Option: names of groups and until when they are fresh. */
const GROUP_NAMES = 'tidings_group_names';

/**
 * A group with its name.
 *
 * @param int      $group Group.
 * @param string[] $names Of group_names().
 * @return string
 */
function group_name( $group, $names ) {
	/* translators: %d: number of a group */
	return $names[ $group ] ?? sprintf( __( 'Group %d', 'tidings' ), $group );
}

/** Gives the groups to the block's settings. */
function tell_editor_groups() {
	$groups = array();
	foreach ( group_names( true ) as $id => $name ) {
		$groups[] = array(
			'id'   => $id,
			'name' => $name,
		);
	}
	wp_add_inline_script( 'tidings-subscribe-editor', 'window.tidingsGroups = ' . wp_json_encode( $groups, JSON_HEX_TAG ) . ';', 'before' );
}

/**
 * The names of the newsletter's groups, read every ten minutes at most. While one visitor waits for the service, the
 * others get what was read before; it is also used while the service is down.
 *
 * @param bool $fresh True on screens of the administration: a group that was made a moment ago is looked for there.
 * @return string[] By id.
 */
function group_names( $fresh = false ) {
	$kept = get_option( GROUP_NAMES );
	$kept = is_array( $kept ) && isset( $kept['names'], $kept['until'] ) ? $kept : array(
		'names' => array(),
		'until' => 0,
	);
	if ( ! $fresh && $kept['until'] > time() ) {
		return $kept['names'];
	}
	if ( get_option( PAGES_WAIT ) ) {
		return $kept['names'];
	}
	$kept['until'] = time() + 15;
	update_option( GROUP_NAMES, $kept, false );
	$answer = call_service(
		site_principal( 'svc_subscribers' ),
		'GET',
		'/groups?per_page=100',
		null,
		array(
			'timeout' => 2,
			'page'    => true,
		)
	);
	if ( 200 === $answer['status'] ) {
		$kept = array(
			'names' => array_map( 'strval', array_column( items_of( $answer ), 'name', 'id' ) ),
			'until' => time() + 10 * MINUTE_IN_SECONDS,
		);
		update_option( GROUP_NAMES, $kept, false );
	}
	return $kept['names'];
}
